import type { KindName } from '../../notes/kinds/index.js';

/** Files of a memory that are notes of ours: where they lie, and what kind they are. */
export interface Branch {
  /** With a `/` at its end. */
  readonly folder: string;
  /** `.md` comes over byte for byte; the fields of `.json` become the front matter of the note. */
  readonly ends: '.md' | '.json';
  readonly kind: KindName;
}

/** How a memory that is a tree of files is laid out. */
export interface Layout {
  readonly title: string;
  /** Its pages are called so. */
  readonly slug: string;
  readonly branches: readonly Branch[];
  /** Files that hold what failed. */
  readonly failures: RegExp;
}

/** `.mindsave/` (MindSave §Storage Structure); of `global/` every file may hold failures. */
export const MINDSAVE: Layout = {
  title: 'MindSave',
  slug: 'mindsave',
  branches: [{ folder: 'snapshots/', ends: '.md', kind: 'snapshot' }],
  failures: /^(?:(?:failure_graph|global)\/(?:.*\/)?)?[^/]+\.(?:json|ya?ml)$/i,
};

/** `~/.chimera/` (Mink §Persistence): what is no session is kept whole on pages. */
export const CHIMERA: Layout = { title: 'Chimera', slug: 'chimera', branches: [], failures: /(?!)/ };

/** `.temp/memory/` (External Memory §Directory Structure). */
export const EXTERNAL: Layout = {
  title: 'External Memory',
  slug: 'external-memory',
  branches: [
    { folder: 'research_plans/', ends: '.md', kind: 'plan' },
    { folder: 'findings/', ends: '.md', kind: 'finding' },
    { folder: 'checkpoints/', ends: '.json', kind: 'checkpoint' },
    { folder: 'checkpoints/', ends: '.md', kind: 'checkpoint' },
    { folder: 'context_snapshots/', ends: '.md', kind: 'context-snapshot' },
  ],
  failures: /(?!)/,
};
