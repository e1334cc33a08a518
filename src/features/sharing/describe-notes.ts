import { scanBlocks } from '../../markdown/block-scanner.js';
import { findSecrets, redact } from '../../security/secrets.js';
import { pluralize } from '../../text/pluralize.js';

/** A note that a commit changes; null where it does not exist. */
export interface CommittedNote {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Lines of one message. */
const MOST_LINES = 40;
const LONGEST_SUBJECT = 68;

/** Composes a commit message from the statements that the commit adds to the notes. */
export function composeCommitMessage(notes: readonly CommittedNote[]): string {
  const learned = notes.flatMap(({ before, after }) => {
    const known = new Set(listStatements(before ?? ''));
    return listStatements(after ?? '').filter((line) => !known.has(line));
  });
  const all = [...new Set(learned)];
  const [first] = all;
  if (first === undefined) return `notes: ${pluralize(notes.length, 'note')} changed\n`;
  const rest = all.length === 1 ? '' : ` and ${all.length - 1} more`;
  const most = LONGEST_SUBJECT - rest.length;
  const subject = `notes: ${first.length > most ? `${first.slice(0, most - 1).trimEnd()}…` : first}${rest}`;
  const body = all.length === 1 ? [] : ['', ...all.slice(0, MOST_LINES).map((line) => `- ${line}`)];
  const more = all.length > MOST_LINES ? [`- and ${all.length - MOST_LINES} more`] : [];
  return `${[subject, ...body, ...more].join('\n')}\n`;
}

/** Lists the text of the list items and records of a note, without ids, boxes and fields. Comments and code do not count. */
function listStatements(text: string): readonly string[] {
  const blocks = scanBlocks(text).blocks.filter(({ kind }) => kind === 'item' || kind === 'heading');
  return blocks.flatMap(({ start, end }) =>
    text.slice(start, end).split(/\r?\n/).flatMap(parseStatementLine),
  );
}

function parseStatementLine(line: string): readonly string[] {
  const [, item = ''] = /^(?:\s*(?:[-*+]|\d+\.) (?:\[.\] )?|#{2,3} (?=.* — ))(.+)$/.exec(line) ?? [];
  const plain = item
    .replace(/ \^[\w-]+$/, '')
    .replace(/ \[\[[^[\]]*\]\]/g, '')
    .replace(/ ?\[\w+:: [^\]]*\]/g, '')
    .trim();
  return plain === '' ? [] : [plain];
}

/** Finds lines with a secret, or marked as private, that were not published before. */
export function findPrivateLines({ path, before, after }: CommittedNote) {
  if (after === null || redact(after).text === after) return [];
  const published = new Set((before ?? '').split(/\r?\n/));
  const lines = after.split(/\r?\n/);
  const found = findSecrets(after).map(({ at, kind }) => ({
    line: after.slice(0, at).split('\n').length,
    kind,
  }));
  const marked = lines.flatMap((text, at) =>
    /<private>/i.test(text) ? [{ line: at + 1, kind: 'private' }] : [],
  );
  return [...found, ...marked]
    .filter(({ line }) => !published.has(lines[line - 1] ?? ''))
    .map(({ line, kind }) => ({ path, line, kind }));
}
