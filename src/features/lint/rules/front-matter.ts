import type { Note } from '../../../notes/note.js';
import type { LintFinding, LintRule } from '../rule.js';

export const frontMatter: LintRule = {
  name: 'front-matter',
  level: 'error',
  why: 'no tool can use properties that cannot be read',
  find: ({ notes, frontMatterProblem }) =>
    notes
      .filter(({ text }) => /^---[ \t]*(?:\r?\n|\r)/.test(text))
      .flatMap((note) => unclosed(note) ?? problem(note, frontMatterProblem)),
};

/** Front matter that never ends is prose to Markdown; a rule at the top of a note is none. */
function unclosed({ path, text }: Note): LintFinding[] | null {
  const [, second = '', ...rest] = text.split(/\r\n|\n|\r/);
  if (rest.some((line) => /^---[ \t]*$/.test(line))) return null;
  const looksSo = /^[\w-]+:(?:\s|$)/.test(second);
  return looksSo
    ? [{ path, line: 1, message: 'the front matter is never closed: a line `---` is missing' }]
    : [];
}

/** The parser counts lines from the one below the opening `---`. */
function problem({ path, text }: Note, why: (text: string) => string | null): LintFinding[] {
  const message = why(text);
  if (message === null) return [];
  const [, line = '0'] = / at line (\d+)/.exec(message) ?? [];
  return [{ path, line: Number(line) + 1, message: message.replace(/ at line \d+.*$/, '') }];
}
