import { findBlock } from '../../notes/context-block-markers.js';
import { explainSyncCopy } from '../../notes/merge/sync-copy.js';
import { explainUnmerged } from '../../notes/merge/unmerged-note.js';
import { isUnmerged, type Note } from '../../notes/note.js';
import { explainUnknown } from '../../notes/unknown-note.js';
import { findSecrets } from '../../security/secrets.js';
import { createLineFinder, type LintFinding, type LintRule } from './rule.js';

/** Rules about the text of a note as a whole. */
export const NOTE_RULES: readonly LintRule[] = [
  {
    name: 'unreadable',
    level: 'error',
    why: 'a note that cannot be read is neither searched nor changed',
    find: ({ notebook }) =>
      notebook
        .allUnknown()
        .map((unknown) => ({ path: unknown.path, line: 1, message: explainUnknown(unknown) })),
  },
  {
    name: 'unmerged',
    level: 'error',
    why: 'git or a sync tool left a second version of this note',
    find: ({ ctx, notes, target }) => [
      ...[...notes, ...(target ? [target] : [])].filter(isUnmerged).map((note) => ({
        path: note.path,
        line: note.conflicts?.[0]?.line ?? 1,
        message: explainUnmerged(note),
      })),
      ...ctx
        .query('syncCopies')
        .map((copy) => ({ path: copy.path, line: 1, message: explainSyncCopy(copy) })),
    ],
  },
  {
    name: 'linked',
    level: 'error',
    why: 'symbolic links are never followed, so their targets are neither searched nor written',
    find: ({ ctx }) =>
      ctx.query('noteLinks').map((path) => ({
        path,
        line: 1,
        message: 'is a symbolic link: put the file or folder itself there, or remove the link',
      })),
  },
  {
    name: 'unjudged',
    level: 'warning',
    why: 'remark could not parse this part within its limits, so it is read line by line and edits next to it are refused',
    find: ({ notes, notebook }) =>
      notes.flatMap((note) => {
        const doubt = notebook.outline(note).uncertainRanges.find(({ why }) => why !== undefined);
        return doubt?.why === undefined ? [] : [{ path: note.path, line: doubt.line, message: doubt.why }];
      }),
  },
  {
    name: 'front-matter',
    level: 'error',
    why: 'no tool can use properties that cannot be read',
    find: ({ ctx, notes }) =>
      notes
        .filter(({ text }) => /^---[ \t]*(?:\r?\n|\r)/.test(text))
        .flatMap(
          (note) =>
            findUnclosed(note) ??
            locateProblem(note.path, ctx.query('yaml').readFrontMatter(note.text).notice),
        ),
  },
  {
    name: 'context-block',
    level: 'error',
    why: 'agents read the block at every start: broken markers prevent its update, and every token over budget costs at each start',
    find({ ctx, notebook, target }) {
      const found = target && findBlock(notebook.outline(target), target.text);
      if (!target || !found) return [];
      const at = { path: target.path, line: found.line };
      if ('problem' in found) return [{ ...at, message: found.problem }];
      const [size, budget] = [ctx.query('tokens', found.body), ctx.settings['context.budget']];
      const message = `the context block has ${size} tokens, over its budget of ${budget}; \`daybook context\` rewrites it`;
      return size <= budget ? [] : [{ ...at, message, level: 'warning' }];
    },
  },
  {
    name: 'secret',
    level: 'error',
    why: 'notes are read by agents and may be committed; keep credentials in a secret store',
    find({ ctx, notes }) {
      const matches = ctx.query(
        'secretlint',
        notes.map(({ text }) => text),
      );
      return notes.flatMap(({ path, text }, i) => {
        const findLine = createLineFinder(text);
        const found = [...findSecrets(text), ...(matches[i] ?? [])].map(
          ({ at, kind }) => [findLine(at), kind] as const,
        );
        // The first kind that is found in a line counts.
        return [...new Map(found.toReversed())].map(([line, kind]) => ({
          path,
          line,
          message: `looks like a secret (${kind}); change it where it was given out, then: daybook scrub PATTERN`,
        }));
      });
    },
  },
];

/** Front matter that never ends is prose to Markdown; a rule at the top of a note is none. */
function findUnclosed({ path, text }: Note): LintFinding[] | null {
  const [, second = '', ...rest] = text.split(/\r\n|\n|\r/);
  if (rest.some((line) => /^---[ \t]*$/.test(line))) return null;
  return /^[\w-]+:(?:\s|$)/.test(second)
    ? [{ path, line: 1, message: 'the front matter is never closed: a line `---` is missing' }]
    : [];
}

/** The parser counts lines from the one below the opening `---`. */
function locateProblem(path: string, problem: string | null): LintFinding[] {
  if (problem === null) return [];
  const [, line = '0'] = / at line (\d+)/.exec(problem) ?? [];
  return [{ path, line: Number(line) + 1, message: problem.replace(/ at line \d+.*$/, '') }];
}

/** How a shortcode of Hugo opens. */
const OPENS = /\{\{[<%]/;

export const HUGO_RULE: LintRule = {
  name: 'hugo',
  level: 'info',
  why: 'an unknown shortcode stops the build of a site in Hugo',
  find: ({ notes }) =>
    notes.flatMap(({ path, text }) => {
      const at = text.search(OPENS);
      if (at < 0) return [];
      const message = `\`${text.slice(at, at + 3)}\` calls a shortcode of Hugo; daybook export --format hugo escapes it`;
      return [{ path, line: createLineFinder(text)(at), message }];
    }),
};
