import { appendToSection } from '../../markdown/section-edits.js';
import type { Change } from '../../notes/changes/change.js';
import type { Notebook } from '../../notes/notebook.js';
import { answeredInboxPath } from './propose.js';

const SECTION = 'Proposals';

/** Plans to file proposals that are settled: each is a line with its box, without a bullet. */
export function archiveProposals(
  lines: readonly string[],
  notebook: Notebook,
  why: string,
): readonly Change[] {
  const path = answeredInboxPath(notebook);
  const changes: Change[] = [];
  let now = notebook;
  for (const line of lines) {
    const note = now.note(path);
    const item = (bullet: string) => `${/\s$/.test(bullet) ? bullet : `${bullet} `}${line}`;
    const made: Change = note
      ? {
          kind: 'edit',
          path,
          base: note.hash,
          splices: appendToSection(note.text, now.outline(note), SECTION, [SECTION], item),
          why,
        }
      : { kind: 'create', path, text: `# Inbox, settled\n\n## ${SECTION}\n\n${item('-')}\n`, why };
    changes.push(made);
    now = now.after([made]);
  }
  return changes;
}
