import { type CommandContext, defineCommand, type UserError } from '../../command/define-command.js';
import { defineWords } from '../../command/params.js';
import type { ScrubMatchCounts } from '../../command/queries.js';
import type { Settings } from '../../config/settings.js';
import { createUsageError } from '../../errors.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import type { GitTraces, Wanted } from '../../notes/changes/git-traces.js';
import { KINDS } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { readAllNotes } from '../../notes/links/link-graph.js';
import { planMoves } from '../../notes/links/rename-note.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { scrubName, scrubText } from '../../security/secrets.js';
import { pluralize } from '../../text/pluralize.js';

/** Shorter texts stand in too many places by chance. */
const SHORTEST = 4;

/** Takes a secret out of everything that Daybook keeps; what others keep (git, backups) it cannot reach, and says so. */
export const scrub = defineCommand({
  name: 'scrub',
  description: 'remove a secret from notes, names, history and caches, here and in the global root; no undo',
  group: 'Keep',
  params: {
    pattern: defineWords('the secret itself, or /a regular expression/', {
      required: true,
      redaction: 'said',
      placeholder: 'TEXT-OR-PATTERN',
    }),
  },
  examples: ['daybook scrub hunter2hunter2 --dry-run', 'daybook scrub "/corp-[0-9]{6}/"'],
  countsAsActivity: () => true,
  whenUnknown: 'write',
  plan(ctx, { pattern: text }) {
    const { pattern, wanted } = patternOf(text);
    refuseOwnNames(ctx, pattern);
    const moves = movesOf(ctx, pattern);
    const renames =
      moves.size === 0
        ? []
        : planMoves(moves, ctx.notebook, readAllNotes(ctx.notebook), 'take a secret out').changes;
    const notes = notesOf(ctx, ctx.notebook.after(renames)).filter((note) => hasSecret(note.text, pattern));
    const edits = notes.map((note) => edit(note, pattern));
    const places = edits.reduce((sum, { splices }) => sum + splices.length, 0);
    const scrubbedIn: Scrubbed = {
      notes: notes.map(({ path }) => path),
      renamed: [...moves.values()],
      places,
      ...ctx.query('traces', pattern),
      git: ctx.query('gitHistory', wanted),
    };
    return {
      message: sayScrubbed([scrubbedIn], []),
      historyMessage: 'took a secret out',
      items: notes.map((note, i) => ({
        path: note.path,
        what: pluralize(edits[i]?.splices.length ?? 0, 'place'),
      })),
      data: { scrubbed: scrubbedIn },
      changes: [...renames, ...edits],
      scrubPattern: pattern,
    };
  },
});

/** What a scrub found and took out of one root. */
export interface Scrubbed extends ScrubMatchCounts {
  readonly notes: readonly string[];
  /** The new paths of notes whose paths held it. */
  readonly renamed: readonly string[];
  readonly places: number;
  /** Null outside git. */
  readonly git: GitTraces | null;
}

/** A place in Daybook's files that still contains the secret. */
interface Left {
  readonly path: string;
  readonly why: string;
}

/** Formats the reply about the scrubbed roots, the workspace first, and the places that are left. */
export function sayScrubbed(roots: readonly Scrubbed[], left: readonly Left[]): string {
  const [here, home] = roots;
  const found = roots.filter((one) => !isNone(one));
  const lines = [
    left.length > 0 && 'Not clean yet: it is still in the places below.',
    found.length === 0 && left.length === 0 && 'It is in no file of Daybook.',
    here && !isNone(here) && `Scrubbed: ${counted(here)}; caches are rebuilt.`,
    home && !isNone(home) && `In the global root: ${counted(home)}.`,
    found.length > 0 &&
      'People and programs that read it may still have it: change the secret where it is used. This cannot be undone.',
    ...roots.map(({ git }) => sayGit(git)),
    'Out of reach, and not searched: other clones and worktrees, exports in other folders, backups, and transcripts that agents keep (such as ~/.claude/projects).',
  ];
  return [...new Set(lines)].filter((line) => typeof line === 'string').join('\n');
}

/** Explains how to clean git history. git-filter-repo reads the secret from a file, so no shell history contains it. */
function sayGit(git: GitTraces | null): string | false {
  if (!git || git.commits === 0) return false;
  if (git.commits === null)
    return 'Git history could not be searched for it in time, or not for this pattern. Search it yourself: git log --all -S SECRET';
  const named = git.isNamed ? ' File names contain it too: add --path-rename OLD:NEW for each.' : '';
  return [
    `Git history still contains it, in ${pluralize(git.commits, 'commit')}. Change the secret first. Then write the line SECRET==>[redacted] into a file outside the repository, and run:`,
    'git filter-repo --replace-text FILE --replace-message FILE',
    `After that everyone must clone the repository again.${named}`,
  ].join('\n');
}

function patternOf(text: string): { readonly pattern: RegExp; readonly wanted: Wanted } {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  if (source !== undefined) {
    const pattern = regular(source, flags);
    return { pattern, wanted: { texts: [], pattern: source, ignoreCase: pattern.ignoreCase } };
  }
  if (text.trim().length < SHORTEST) {
    throw createUsageError(
      `a secret of fewer than ${SHORTEST} characters would be found everywhere`,
      'give more of it, or a pattern: daybook scrub "/\\bab1\\b/"',
      'too-short',
    );
  }
  const texts = [...new Set([text, JSON.stringify(text).slice(1, -1)])]; // the second as JSON escapes it
  const pattern = new RegExp(texts.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  return { pattern, wanted: { texts, pattern: null, ignoreCase: false } };
}

function regular(source: string, flags: string): RegExp {
  try {
    const pattern = new RegExp(source, [...new Set(`${flags.replace('y', '')}g`)].join(''));
    if (!pattern.test('')) return pattern;
  } catch (error) {
    throw badPattern(error instanceof Error ? error.message : String(error));
  }
  throw badPattern('it matches empty text');
}

const badPattern = (why: string): UserError =>
  createUsageError(
    `this pattern cannot be used: ${why}`,
    'write: daybook scrub "/corp-[0-9]{6}/"',
    'bad-pattern',
  );

/** Names of folders and files that Daybook itself gives, notes aside. */
const OWN_NAMES = [
  'daybook.yaml',
  'CLAUDE.md',
  'AGENTS.md',
  '.daybook',
  'keep/journal.jsonl',
  'keep/runs.jsonl',
  'keep/images',
  'keep/spool',
  'keep/sessions',
  'keep/eventlog',
  'keep/tools-2026-01-01.jsonl',
  'keep/hooks-2026-01-01.jsonl',
  'cache/catalogue',
  'locks/store.lock',
  'signal.json',
];

/** What is found in names that Daybook needs is no secret, and taking it out would break the store. */
function refuseOwnNames({ notebook }: CommandContext, pattern: RegExp): void {
  const forms = KINDS.map(({ path }) => `${notebook.content}/${path}`.replace(/\{\w+\}/, '\0'));
  const found = [...OWN_NAMES, ...forms].find((name) => hasSecret(name, pattern));
  if (found !== undefined) throw ownName(found.replace(/\0.*/s, ''));
}

const ownName = (name: string): UserError =>
  createUsageError(
    `this matches a name that Daybook needs: ${name}`,
    'give more of the secret, or a pattern that matches nothing else',
    'own-name',
  );

/** The notes whose paths hold it, and their new paths. A note keeps its kind. */
function movesOf({ notebook }: CommandContext, pattern: RegExp): ReadonlyMap<string, string> {
  const taken = new Set(notebook.list());
  const moves = new Map<string, string>();
  for (const path of notebook.list()) {
    const clean = scrubName(path, pattern);
    if (clean === path) continue;
    if (getNoteKind(clean, notebook.content).name !== getNoteKind(path, notebook.content).name)
      throw ownName(path);
    let to = clean;
    for (let i = 2; taken.has(to); i++) to = clean.replace(/\.md$/, `-${i}.md`);
    taken.add(to);
    moves.set(path, to);
  }
  return moves;
}

/** Every note of a wiki, and the files beside them that Daybook writes. */
const notesOf = ({ settings }: CommandContext, notebook: Notebook): readonly Note[] =>
  [...new Set([...notebook.list(), ...listFilesBesideNotes(settings)])].flatMap(
    (path) => notebook.note(path) ?? [],
  );

/** Files beside the notes that Daybook writes or reads. */
export function listFilesBesideNotes(settings: Settings): readonly string[] {
  const target = settings['context.target'];
  return [...new Set(['daybook.yaml', 'CLAUDE.md', 'AGENTS.md', ...(target === 'none' ? [] : [target])])];
}

/** Not by `test`, which leaves its mark on a pattern, where the next search would begin. */
const hasSecret = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;

function edit({ path, text, hash }: Note, pattern: RegExp): Extract<Change, { kind: 'edit' }> {
  const splices = [...text.matchAll(pattern)].map(
    ({ 0: old, index }): TextEdit => ({ at: index, old, new: scrubText(old, pattern) }),
  );
  return { kind: 'edit', path, base: hash, splices, why: 'take a secret out' };
}

const isNone = ({ places, renamed, records, images, requests, files }: Scrubbed): boolean =>
  places + renamed.length + records + images + requests + files === 0;

const counted = ({ places, notes, renamed, records, images, requests, files }: Scrubbed): string =>
  [
    places > 0 && `${pluralize(places, 'place')} in ${pluralize(notes.length, 'note')}`,
    renamed.length > 0 && pluralize(renamed.length, 'name'),
    records > 0 && pluralize(records, 'record'),
    images > 0 && pluralize(images, 'before-image'),
    requests > 0 && pluralize(requests, 'request'),
    files > 0 && pluralize(files, 'other file'),
  ]
    .filter((part) => part !== false)
    .join(', ');
