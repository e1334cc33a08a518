import { type CommandContext, defineCommand, type ResultItem } from '../../command/define-command.js';
import { readMemoryEntries, toEntryJson } from '../../command/entry-format.js';
import { findEntry, formatEntryId, parseEntryId } from '../../command/find-entry.js';
import { describeOrigin, findOrigin } from '../../command/find-origin.js';
import { defineWord } from '../../command/params.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { appendPinTag, formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { listBriefCandidates } from '../context-block/brief-candidates.js';
import { type BriefSources, collectBriefSources } from '../context-block/brief-sources.js';
import { buildBrief } from '../context-block/build-brief.js';
import { describeChange, queryFreshness } from '../freshness/assess-references.js';
import { parseLinePlace, planBlame } from '../receipts/blame.js';
import { formatReceipt, readReceipt } from '../receipts/receipts.js';

/** Explains one entry (FEATURES H4): its place, author and time, its source, and why the brief shows it or not. */
export const why = defineCommand({
  name: 'why',
  description: 'explain one entry: its place, author, source and use; or a line of a file: FILE:LINE',
  group: 'Keep',
  params: {
    id: defineWord('its id, ~handle or path:line, or a few of its words in quotes; or FILE:LINE of a file', {
      required: true,
    }),
  },
  examples: ['daybook why 61k0y5k9xfs', 'daybook why src/client.ts:2'],
  isTool: true,
  countsAsActivity: () => true,
  plan(ctx, { id }) {
    const place = parseLinePlace(ctx, id);
    if (place) return planBlame(ctx, place);
    const { entry, note } = findEntry(ctx, id);
    const line = note.text.slice(entry.start, entry.end).replace(/(?<![\r\n])[\r\n]+$/, '');
    const written = writings(ctx.query('history'), entry, line);
    const origin = findOrigin(ctx, entry);
    const source = linked(ctx, entry.from);
    const successor = linked(ctx, entry.superseded);
    const looked = queryFreshness(ctx, [entry]);
    const fresh = looked.of(entry);
    const brief = standing(ctx, entry);
    const receipt = readReceipt(ctx, entry);
    const shown = (one: LocatedEntry | null) => one && toEntryJson(ctx, one);
    return {
      message: `${formatType(entry)}${appendPinTag(formatEntryText(entry), entry)}${entry.why === null ? '' : ` — ${entry.why}`}`,
      items: [
        row(
          'Place',
          `${entry.path}:${entry.line}${entry.section === null ? '' : ` › ${entry.section}`} ${formatEntryId(entry.id)}`,
        ),
        row('Origin', describeOrigin(origin)),
        ...(written.length > 0 ? written.map(writtenRow) : [row('Written', unrecorded(entry))]),
        ...(entry.from === null
          ? []
          : [row('From', `${entry.from}${source ? ` ${quoteEntry(source)}` : ', which is gone'}`)]),
        ...(entry.superseded === null
          ? []
          : [
              row(
                'Superseded',
                `by ${entry.superseded}${successor ? ` ${quoteEntry(successor)}` : ', which is gone'}`,
              ),
            ]),
        ...(entry.verified === null ? [] : [row('Verified', entry.verified)]),
        ...(fresh === null
          ? []
          : [row('Freshness', `${fresh.state}: ${fresh.named.map(describeChange).join('; ')}`)]),
        row('Brief', brief.reason),
        ...(receipt === null ? [] : [row('Use', formatReceipt(receipt))]),
      ],
      data: {
        why: {
          entry: { ...toEntryJson(ctx, entry), freshness: fresh },
          origin: {
            origin: origin.origin,
            by: origin.record?.by ?? null,
            session: origin.record?.session ?? null,
            seq: origin.record?.seq ?? null,
            author: origin.author && { name: origin.author.name, commit: origin.author.commit },
          },
          written: written.map(({ seq, at, verb: by, by: who, session, say }) => ({
            seq,
            at,
            verb: by,
            by: who,
            session,
            say,
          })),
          source: shown(source),
          supersededBy: shown(successor),
          brief,
          receipt,
        },
      },
    };
  },
});

const row = (label: string, what: string): ResultItem => ({ what: `**${label}**: ${what}` });

const writtenRow = ({ seq, at, verb: name, by, session }: HistoryRecord, index: number): ResultItem =>
  row(
    index === 0 ? 'Written' : 'Then',
    `${at.slice(0, 16).replace('T', ' ')} by ${by ?? 'a person'} with \`${name}\`${session ? ` in session ${session}` : ''} (daybook history ${seq})`,
  );

/** Without a record, only the line itself is known. */
const unrecorded = ({ at, by }: LocatedEntry): string =>
  `by hand${by ? `, as ${by} says` : ''}${at ? `, ${at.slice(0, 16).replace('T', ' ')}` : ''}: no command of the last days wrote this line`;

const quoteEntry = (entry: LocatedEntry): string =>
  `«${formatType(entry)}${entry.text}» (${entry.path}:${entry.line})`;

/** The type before a text; text of a page has none. */
const formatType = ({ type }: LocatedEntry): string => (type === 'prose' ? '' : `${type}: `);

/** The operations that wrote or changed the entry, oldest first: by its id in their lines or reasons, or by this very line. */
function writings(
  history: readonly HistoryRecord[],
  { id, hasId }: LocatedEntry,
  line: string,
): readonly HistoryRecord[] {
  const mark = new RegExp(`\\^${id}(?![A-Za-z0-9-])`);
  const isOurs = (text: string) => (hasId ? mark.test(text) : text.split(/\r\n|\n|\r/).includes(line));
  const touches = ({ why: reason, splices }: HistoryRecord['touched'][number]) =>
    (hasId && mark.test(reason)) || splices.some((one) => isOurs(one.new));
  return history.filter(({ touched }) => touched.some(touches)).toReversed();
}

/** The entry that a link or a `^id` names, or null where it is gone. */
function linked(ctx: CommandContext, link: string | null): LocatedEntry | null {
  return link === null ? null : (ctx.query('entriesById', parseEntryId(link))[0] ?? null);
}

const OUT = { shown: false, part: null, rank: null, place: null } as const;

function standing(ctx: CommandContext, entry: LocatedEntry) {
  if (entry.superseded !== null) return { ...OUT, reason: 'left out: another line replaced it' };
  if (['done', 'dropped', 'resolved'].includes(entry.status ?? ''))
    return { ...OUT, reason: `left out: it is ${entry.status}` };
  const sources = collectBriefSources(ctx, ctx.notebook);
  const all = listBriefCandidates(sources, ctx.settings['context.budget']).candidates;
  const at = all.findIndex((one) => isSamePlace(one.entry, entry));
  const found = all[at];
  if (!found) return { ...OUT, reason: explainAbsence(ctx, sources, entry) };
  const { text } = buildBrief(ctx, ctx.notebook, ctx.settings['context.budget']);
  const shown = text.includes(`${found.line}\n`);
  const rank = Math.round(found.rank * 100) / 100;
  const where = `rank ${rank.toFixed(2)}, ${at + 1} of ${all.length}`;
  const reason = shown
    ? `shown below ${found.part}: ${where}`
    : `left out: ${where}; a higher one took the last of ${ctx.settings['context.budget']} tokens`;
  return { shown, part: found.part, rank, place: at + 1, reason };
}

const isSamePlace = (one: LocatedEntry, other: LocatedEntry): boolean =>
  one.path === other.path && one.start === other.start && one.type === other.type;

/** Why a valid entry is no candidate of the brief. */
function explainAbsence(ctx: CommandContext, { entries }: BriefSources, entry: LocatedEntry): string {
  const { id, type, kind } = entry;
  const memory = readMemoryEntries(ctx, ctx.notebook);
  const promoted = memory.find(({ from }) => from?.endsWith(`#^${id}]]`));
  if (promoted)
    return `left out: ${formatEntryId(promoted.id)}, which was promoted from it, is shown instead (${promoted.path}:${promoted.line})`;
  if (type === 'reminder') return 'left out: its time, or its topic, has not come';
  return entries.some((one) => isSamePlace(one, entry))
    ? 'left out: it is too old, or a higher-ranked line says the same'
    : `left out: ${type} entries in notes of kind ${kind} are searched, not shown`;
}
