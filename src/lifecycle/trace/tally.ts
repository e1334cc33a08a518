import { amount } from '../../wiki/amount.js';
import type { Known } from './known.js';
import type { Failure } from './mended.js';
import { type Span, unseen } from './spans.js';
import { stageOfCommit } from './stage.js';
import { few, firstLine, said } from './words.js';

/** A day in one line: counted, not judged, and what it decided word for word. */
export function tally(known: Known, spans: readonly Span[], failures: readonly Failure[]): string {
  const { commits, noted, handoffs, happened } = known;
  const of = (wanted: string) => noted.filter(({ type }) => type === wanted);
  const files = new Set(commits.flatMap((commit) => commit.files)).size;
  const failed = failures.length + of('error').length;
  const mended =
    failures.filter((one) => one.mended).length +
    of('error').filter(({ why, status }) => why !== null || status === 'resolved').length;
  const calls = happened.filter(({ tool }) => tool !== null).length + of('tool').length;
  const parts = [
    amount(spans.length + unseen(handoffs, spans).length, 'session'),
    amount(calls, 'tool call'),
    `${amount(commits.length, 'commit')}${files === 0 ? '' : ` to ${amount(files, 'file')}`}`,
    amount(commits.filter((commit) => stageOfCommit(commit) === 'Deploy').length, 'release'),
    `${amount(failed, 'error')}, ${mended} mended`,
  ];
  const told = parts.filter((words) => !words.startsWith('0 ')).join('; ');
  const decided = of('decision').map(({ text }) => said(firstLine(text)));
  return `Counted from what happened: ${told}${decided.length === 0 ? '' : `; decided: ${few(decided, 3)}`}`;
}
