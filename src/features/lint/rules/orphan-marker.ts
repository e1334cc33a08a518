import type { Block } from '../../../markdown/outline.js';
import { removeBlocks } from '../../../markdown/section-edits.js';
import { resolveLinks } from '../../../notes/links/link-graph.js';
import type { Note } from '../../../notes/note.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const orphanMarker: LintRule = {
  name: 'orphan-marker',
  level: 'warning',
  why: 'a block id marks the block above it; without one, no link can use it',
  find: (inspection) => inspection.notes.flatMap((note) => orphansIn(note, inspection)),
};

const MARKER = /^\^[A-Za-z0-9-]+\s*$/;

function orphansIn(note: Note, { wiki: notebook, notes, resolver, hasUnknown }: LintContext): LintFinding[] {
  if (!/^\^[A-Za-z0-9-]+[ \t]*$/m.test(note.text)) return [];
  const outline = notebook.outline(note);
  const { blocks } = outline;
  return blocks.flatMap((block, i): LintFinding[] => {
    const text = note.text.slice(block.start, block.end);
    if (block.kind !== 'paragraph' || !MARKER.test(text) || hasBlock(blocks[i - 1])) return [];
    const { path } = note;
    const message = `${text.trim()} marks no block`;
    const id = text.trim().slice(1);
    const linked =
      hasUnknown ||
      notes.some((one) => resolveLinks(one, notebook, resolver).some((edge) => edge.block === id));
    if (linked) return [{ path, line: block.line, message }];
    const splices = removeBlocks(note.text, outline, [block]);
    return [
      {
        path,
        line: block.line,
        message,
        fix: { kind: 'edit', path, base: note.hash, splices, why: 'it marks no block' },
      },
    ];
  });
}

const hasBlock = (block: Block | undefined): boolean =>
  block !== undefined && block.kind !== 'frontmatter' && block.kind !== 'rule' && block.kind !== 'definition';
