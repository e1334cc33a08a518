import { openNoteIndex } from '../../src/store/note-index/note-index.js';
import { Shelf } from './note-index.js';
import { read, SETTING } from './search-notebook.js';

/** A labelled entry. */
export interface Known {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

export const HEADINGS: Readonly<Record<string, string>> = {
  rule: 'Rules',
  constraint: 'Constraints',
  decision: 'Decisions',
  gotcha: 'Gotchas',
  problem: 'Problems',
};

/** An id by the place of its entry. */
export const formatId = (at: number) => `k3m9p2x1${String(at).padStart(3, '0')}`;

/** Creates an index of labelled entries, each in the note of its type. */
export function createIndex(entries: readonly Known[]) {
  const idOf = (id: string) => formatId(entries.findIndex((one) => one.id === id));
  const shelf = new Shelf();
  const lines = Object.entries(HEADINGS).map(([type, heading]) =>
    [
      `## ${heading}`,
      '',
      ...entries.filter((one) => one.type === type).map(({ text, id }) => `- ${text} ^${idOf(id)}`),
    ].join('\n'),
  );
  const block = (type: string, head: string) =>
    entries
      .filter((one) => one.type === type)
      .map(
        ({ text, id }, at) =>
          `## ${head.replace('N', String(at + 1).padStart(3, '0'))}${text}\n^${idOf(id)}\n\n**reason**: it failed\n`,
      )
      .join('\n');
  shelf.write('content/MEMORY.md', `# Memory\n\n${lines.join('\n\n')}\n`);
  shelf.write(
    'content/SESSION.md',
    `# Session\n\n## Rejected\n\n${entries
      .filter(({ type }) => type === 'rejected')
      .map(({ text, id }) => `- ${text} ^${idOf(id)}`)
      .join('\n')}\n`,
  );
  shelf.write('content/FAILURES.md', `# Failures\n\n${block('failure', 'Rejected: ')}`);
  shelf.write('content/FEEDBACK-LOG.md', `# Feedback\n\n${block('feedback', 'FB-20260601-N — ')}`);
  return openNoteIndex(shelf, { ...SETTING, read, clock: () => shelf.now });
}
