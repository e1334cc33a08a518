import { pathOf } from '../kinds/index.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { fingerprint, type Ids } from '../wiki/ids.js';
import { BARE, formatLine } from '../wiki/line.js';
import { redact } from '../wiki/secrets.js';
import type { Wiki } from '../wiki/wiki.js';
import { addLine } from './keep.js';

/** What a person is asked: to let a newer line supersede theirs, to keep a line found where Daybook writes, to make a rule. */
export type Proposal =
  | { readonly act: 'supersede'; readonly target: Located; readonly by: string; readonly text: string }
  | { readonly act: 'keep'; readonly line: string; readonly found: string }
  | { readonly act: 'rule'; readonly from: string; readonly text: string; readonly seen: string };

interface Desk {
  readonly ids: Ids;
  readonly template: (name: string) => string;
}

/**
 * Plans to put a proposal into the inbox: a checkbox that a person ticks (`[x]`) or strikes (`[-]`) in any editor.
 * It names its target by a fingerprint of what the line says, so a target that changes meanwhile is noticed.
 */
export function propose(proposal: Proposal, wiki: Wiki, { ids, template }: Desk): Change[] {
  const { text } = redact(wording(proposal));
  if (wasProposed(text, wiki)) return [];
  const line = (bullet: string) => formatLine({ ...BARE, box: 'open', text, id: ids.mint() }, bullet);
  return [addLine({ kind: 'inbox', section: 'Proposals', line, why: WHY[proposal.act] }, wiki, template)];
}

const WHY: Readonly<Record<Proposal['act'], string>> = {
  keep: 'a line was found where Daybook writes',
  supersede: 'a newer line says nearly the same',
  rule: 'a mistake was made again and again',
};

/** True where words stand in the inbox, or did until they were settled: a person is asked once. */
export function wasProposed(words: string, wiki: Wiki): boolean {
  const inbox = `${wiki.content}/${pathOf('inbox')}`;
  return [inbox, settledPath(wiki)].some((path) => wiki.note(path)?.text.includes(words));
}

/** Where proposals lie that are settled. */
export const settledPath = ({ content }: Wiki): string => `${content}/archive/${pathOf('inbox')}`;

function wording(proposal: Proposal): string {
  if (proposal.act === 'keep') return `keep «${proposal.line}», found in ${proposal.found}`;
  if (proposal.act === 'rule') return `rule from ${proposal.from} «${proposal.text}», ${proposal.seen}`;
  const { target, by, text } = proposal;
  return `supersede ~${fingerprint(target.text)} in ${target.path}:${target.line} «${target.text}» by ^${by} «${text}»`;
}
