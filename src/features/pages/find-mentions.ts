import { parseAliases } from '../../notes/links/aliases.js';
import { findLinks } from '../../notes/links/find-links.js';
import { readAllNotes } from '../../notes/links/link-graph.js';
import { readTitle } from '../../notes/links/note-name.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/** A line that names a note without a link to it. */
interface Mention {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** A shorter name occurs by chance. */
const SHORTEST = 3;

/** Finds the lines that name a note by its file name, title or alias, outside links and code fences. */
export function findMentions(notebook: Notebook, note: Note): readonly Mention[] {
  const stem = note.path.slice(note.path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const names = [...new Set([stem, readTitle(note.text, note.path), ...parseAliases(note.text)])].filter(
    (name) => name.length >= SHORTEST || /\p{Script=Han}{2}/u.test(name),
  );
  const patterns = names.map((name) => createPattern(name.normalize('NFC')));
  return readAllNotes(notebook)
    .filter(({ path }) => path !== note.path)
    .flatMap((one) => mentionsIn(one, notebook, patterns));
}

function createPattern(name: string): RegExp {
  const words = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const isLetter = (sign: string | undefined) =>
    /[\p{L}\p{N}_]/u.test(sign ?? '') && !/\p{Script=Han}/u.test(sign ?? '');
  const [left, right] = [
    isLetter(name[0]) ? '(?<![\\p{L}\\p{N}_])' : '',
    isLetter(name.at(-1)) ? '(?![\\p{L}\\p{N}_])' : '',
  ];
  return new RegExp(`${left}${words}${right}`, 'iu');
}

function mentionsIn(note: Note, notebook: Notebook, patterns: readonly RegExp[]): Mention[] {
  const text = note.text.normalize('NFC');
  if (!patterns.some((one) => one.test(text))) return [];
  let plain = note.text;
  for (const { start, end } of findLinks(plain))
    plain = plain.slice(0, start) + plain.slice(start, end).replace(/[^\n]/g, ' ') + plain.slice(end);
  const lines = splitRows(plain.normalize('NFC'));
  const written = splitRows(text);
  return notebook
    .outline(note)
    .blocks.flatMap(({ kind, line, lastLine }) =>
      kind === 'code' || kind === 'frontmatter'
        ? []
        : lines
            .slice(line - 1, lastLine)
            .flatMap((own, at) =>
              patterns.some((one) => one.test(own))
                ? [{ path: note.path, line: line + at, text: written[line + at - 1]?.trim() ?? '' }]
                : [],
            ),
    );
}

const splitRows = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
