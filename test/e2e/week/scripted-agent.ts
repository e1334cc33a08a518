/* An agent that answers what Daybook asks by the labels: it judges right and says nothing that it is not asked. */
import { LOGGABLE_TYPES } from '../../../src/notes/entry-types.js';
import type { Replay, WeekEvent } from './replay-week.js';

interface NamedEntry {
  readonly id: string;
  readonly text: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The share of the words of both texts that they have in common. */
function compareWords(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return common / Math.max(1, Math.min(left.size, right.size));
}

/** Finds the labelled line of an entry. */
function findLabel({ week, ids }: Replay, { id, text }: NamedEntry): WeekEvent | undefined {
  const all = week.days.flatMap(({ events }) => events);
  const own = all.find((event) => ids.get(event.id) === id.replace('^', ''));
  const near = all
    .map((event) => ({ event, share: compareWords(event.text ?? '', text) }))
    .toSorted((a, b) => b.share - a.share)[0];
  return own ?? (near && near.share >= 0.8 ? near.event : undefined);
}

/** Answers the question of `log` about the nearest standing entries. */
export async function answerRelated(
  replay: Replay,
  now: string,
  event: WeekEvent,
  reply: {
    readonly entry: NamedEntry;
    readonly related?: readonly NamedEntry[];
    readonly waiting?: readonly NamedEntry[];
  },
): Promise<void> {
  const { relation } = event;
  if (reply.waiting) return answerType(replay, now, event, reply);
  if (!relation) return;
  for (const related of reply.related ?? []) {
    if (findLabel(replay, related)?.id !== relation.of) continue;
    const id = related.id;
    if (relation.kind === 'fixes') await replay.run(now, 'amend', id, '--done');
    else
      await replay.run(
        now,
        'amend',
        id,
        relation.kind === 'replaces' ? '--supersede-by' : '--same',
        reply.entry.id,
      );
    return;
  }
}

/** Answers which type a line has, and what it does to the entries that the reply names. */
async function answerType(
  replay: Replay,
  now: string,
  event: WeekEvent,
  { entry, related = [] }: { readonly entry: NamedEntry; readonly related?: readonly NamedEntry[] },
): Promise<void> {
  const named = related.find((one) => findLabel(replay, one)?.id === event.relation?.of);
  await replay.run(now, 'checkpoint', `--answer=${entry.id}=${formatJudgement(event, named?.id)}`);
}

/** The most calls with answers of one day. */
const MOST_CALLS = 3;

/** Answers the list of lines that wait, until nothing waits. */
export async function answerWaiting(
  replay: Replay,
  now: string,
  events: readonly WeekEvent[],
): Promise<void> {
  for (let call = 0; call < MOST_CALLS; call++) {
    const waiting: readonly NamedEntry[] = (await replay.ask(now, 'checkpoint')).waiting ?? [];
    if (events.length === 0 || !(await answerAll(replay, now, waiting))) return;
  }
}

/** A question in the text that a session starts with; the entry that the line may replace follows in brackets. */
const ASKED = /^- ([~^][0-9a-z]+) (.+?)(?: \((?:closes|replaces) [~^].*)?$/gm;

/** Answers the questions in the text that a session starts with. */
export async function answerAsked(replay: Replay, now: string, text: string): Promise<void> {
  const asked = [...text.matchAll(ASKED)].map(([, id = '', words = '']) => ({ id, text: words }));
  await answerAll(replay, now, asked);
}

/** Answers in one call. Returns false if there was nothing to answer. */
async function answerAll(replay: Replay, now: string, waiting: readonly NamedEntry[]): Promise<boolean> {
  const answers: string[] = [];
  for (const line of waiting) {
    const label = findLabel(replay, line);
    if (label) answers.push(`--answer=${line.id}=${await formatAnswer(replay, now, label)}`);
  }
  if (process.env.DAYBOOK_SHOW) console.log(now, waiting, answers);
  if (answers.length === 0) return false;
  await replay.run(now, 'checkpoint', ...answers);
  return true;
}

async function formatAnswer(replay: Replay, now: string, label: WeekEvent): Promise<string> {
  const { relation } = label;
  return formatJudgement(label, relation ? await findId(replay, now, relation.of) : undefined);
}

function formatJudgement({ lasting, trueType = '', relation }: WeekEvent, old?: string): string {
  if (relation?.kind === 'repeats' || (!lasting && old === undefined)) return 'drop';
  const type = LOGGABLE_TYPES.some((one) => one === trueType) ? `type:${trueType}` : 'keep';
  if (old === undefined) return type;
  return `${type},${relation?.kind === 'fixes' ? 'closes' : 'replaces'}:${old}`;
}

/** Finds the id of the entry of a labelled line. */
async function findId(replay: Replay, now: string, label: string): Promise<string | undefined> {
  const own = replay.ids.get(label);
  if (own !== undefined) return own;
  const text = replay.week.days.flatMap(({ events }) => events).find(({ id }) => id === label)?.text ?? '';
  const hits: readonly NamedEntry[] = (await replay.ask(now, 'search', text)).hits ?? [];
  return hits.find((hit) => compareWords(hit.text, text) >= 0.8)?.id;
}
