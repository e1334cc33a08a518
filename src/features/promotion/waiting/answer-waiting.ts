import type { CommandContext, CommandPlan, Notice, ResultItem } from '../../../command/define-command.js';
import { readMemoryEntries } from '../../../command/entry-format.js';
import { formatEntryId, parseEntryId } from '../../../command/find-entry.js';
import { findOrigin } from '../../../command/find-origin.js';
import { createPromotionDeps } from '../../../command/planning-deps.js';
import { removeBlocks } from '../../../markdown/section-edits.js';
import { parseStatement } from '../../../matching/similarity/statement.js';
import { type Change, createEdit } from '../../../notes/changes/change.js';
import {
  cutEntries,
  editEntry,
  type LineEdit,
  removeField,
  setCheckbox,
  setField,
} from '../../../notes/edit/edit-entry.js';
import { isStanding, PROVISIONAL } from '../../../notes/entries/entry.js';
import { EMPTY_LINE, formatLine } from '../../../notes/entries/entry-line.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { CLAIM_TYPES, type EntryType } from '../../../notes/entry-types.js';
import { parseFreeform } from '../../../notes/freeform/parse-freeform.js';
import { notePath, parsePathDate } from '../../../notes/kinds/index.js';
import { getPrivateMemoryPath } from '../../../notes/kinds/note-paths.js';
import type { Notebook } from '../../../notes/notebook.js';
import { isInstruction } from '../../../security/injection/classifier.js';
import { redact } from '../../../security/secrets.js';
import { archiveProposals, isAlreadyProposed } from '../../inbox/propose.js';

import { addEntry } from '../../memory/add-entry.js';
import { createProposalNotice, formatRelatedChanges, planRelatedChanges } from '../../memory/relate-entry.js';
import { isRedacted } from '../passing.js';
import { promote } from '../promote.js';
import { addEntryId } from '../promote-from-history.js';
import { findSessionDay } from '../session-day.js';
import { composeRejection, type PromotedDraft } from '../sure-form.js';
import { findAnsweredEntry } from './find-answered.js';
import { readQuestionText, toWaitingEntry } from './find-waiting.js';
import { parseAnswers, type WaitingAnswer } from './parse-answers.js';

/** What one answer did. */
interface AnswerResult {
  readonly id: string;
  readonly how: (typeof HOWS)[number];
  readonly text: string;
  readonly said: string;
  readonly changes: readonly Change[];
  readonly notices?: readonly Notice[];
}

/** Plans what the answers about lines that wait ask for, one after the other, in one change. */
export function planAnswers(ctx: CommandContext, texts: readonly string[]): CommandPlan {
  const results: AnswerResult[] = [];
  let now = ctx;
  for (const answer of parseAnswers(texts)) {
    const result = applyAnswer(now, answer);
    results.push(result);
    now = { ...now, notebook: now.notebook.after(result.changes) };
  }
  const message = summarize(results);
  return {
    message,
    items: results.map(toItem),
    data: {
      checkpoint: null,
      handoff: null,
      promoted: [],
      settled: [],
      proposed: [],
      waiting: [],
      answered: results.map(({ id, how, text, said: phrase }) => ({ id, how, text, said: phrase })),
    },
    changes: results.flatMap(({ changes }) => changes),
    questions: { ids: [], keys: [], tokens: 0, isAnswer: true },
    notices: results.flatMap(({ notices = [] }) => notices),
    ...(results.some(({ how }) => how === 'left') ? { exit: 1 as const } : {}),
  };
}

function applyAnswer(ctx: CommandContext, answer: WaitingAnswer): AnswerResult {
  const id = parseEntryId(answer.id);
  const find = (name: string | null) => (name === null ? null : findAnsweredEntry(ctx, ctx.notebook, name));
  const leave = (text: string, phrase: string): AnswerResult => ({
    id,
    how: 'left',
    text,
    said: phrase,
    changes: [],
  });
  const entry = find(answer.id);
  if (!entry) return leave('', UNKNOWN(id));
  const text = readQuestionText(entry);
  const isProvisional = entry.status === PROVISIONAL;
  if (answer.act === 'drop' && isProvisional)
    return {
      id,
      how: 'dropped',
      text,
      said: 'it is no longer valid',
      changes: settleProvisional(ctx, entry, setField('status', 'dropped')),
    };
  if (answer.act === 'drop') return drop(ctx, entry, { id, text });
  if (isWithheld(entry, ctx)) return leave(text, 'it reads like an order, or a secret was taken out of it');
  const [replaced, closed] = [find(answer.replaces), find(answer.closes)];
  if (answer.replaces !== null && !replaced) return leave(text, UNKNOWN(answer.replaces));
  if (answer.closes !== null && !closed) return leave(text, UNKNOWN(answer.closes));
  if ([replaced?.id, closed?.id].includes(entry.id)) return leave(text, 'it is the same entry: name another');
  const own = isProvisional ? entry.type : typeBeside(entry, replaced, closed);
  const draft = composeDraft(entry, answer.type ?? own);
  const made = keep(ctx, entry, draft, replaced ? [replaced.id] : []);
  const related = planRelatedChanges(
    ctx,
    made.changes,
    { id: made.id, text: draft.text, origin: () => findOrigin(ctx, entry).origin },
    { replaced: replaced ? [replaced] : [], fixed: closed ? [closed] : [], isAnswered: true },
  );
  return {
    id,
    how: 'kept',
    text,
    said: [made.said, ...formatRelatedChanges(related)].join('; '),
    changes: [...related.changes, ...settleProposal(ctx.notebook.after(related.changes), ctx, text, 'done')],
    notices: related.proposed.map((old) => createProposalNotice(ctx, old)),
  };
}

const UNKNOWN = (id: string): string =>
  `no entry \`${id}\`, or several have this beginning; find it: daybook search WORDS`;

/** A text that reads like an order needs a person's word; one without its secret stays where it is. */
function isWithheld({ text, why }: LocatedEntry, { actor }: CommandContext): boolean {
  const whole = why === null ? text : `${text} ${why}`;
  const isSecret = isRedacted(whole) || redact(whole).found.length > 0;
  return isSecret || (actor.by !== null && isInstruction(whole));
}

/** A line that replaces another is of its type; one that settles something is progress. */
function typeBeside(
  entry: LocatedEntry,
  replaced: LocatedEntry | null,
  closed: LocatedEntry | null,
): EntryType {
  if (replaced && CLAIM_TYPES.includes(replaced.type)) return replaced.type;
  return closed ? 'progress' : (toWaitingEntry(entry)?.type ?? 'fact');
}

function composeDraft({ type: own, text, why }: LocatedEntry, type: EntryType): PromotedDraft {
  const [first = ''] = text.split('\n');
  const read = parseFreeform(first);
  const words = read && read.type === type ? { text: read.text, why: read.why ?? why } : { text: first, why };
  const isRejection = type === 'rejected' || (own === 'rejected' && type === 'decision');
  if (!isRejection) return { type, ...words };
  const [opening = ''] = words.text.split(/[,;.]\s/, 1);
  const isDenial = parseStatement(opening).words.some(({ polarity }) => polarity === 'denied');
  return (
    composeRejection(words.text, words.why) ?? {
      type: 'decision',
      text: isDenial ? words.text : `decided against: ${words.text}`,
      why: words.why,
    }
  );
}

/** Plans to keep an entry in memory as a type; null where an agent may not. */
export function planNotePromotion(ctx: CommandContext, entry: LocatedEntry, type: EntryType) {
  if (isWithheld(entry, ctx)) return null;
  const draft = composeDraft(entry, type);
  return { ...keep(ctx, entry, draft), text: draft.text };
}

/** Plans to move a provisional line to the section of its type, under its id. */
function retype(ctx: CommandContext, entry: LocatedEntry, { type, text, why }: PromotedDraft) {
  const note = ctx.notebook.note(entry.path);
  if (!note) return { id: entry.id, changes: [], said: IN_MEMORY };
  const reason = 'kept, as answered';
  const cut = createEdit(note, cutEntries(note.text, ctx.notebook.outline(note), [entry]), reason);
  const { by, branch, tags, id } = entry;
  const fields = { ...(by ? { by } : {}), ...(branch ? { branch } : {}) };
  const draft = { ...EMPTY_LINE, type, text, why, tags, fields, id };
  const isPrivate = entry.path === getPrivateMemoryPath(ctx.notebook);
  const template = (name: string) => ctx.query('template', name);
  const { changes } = addEntry(draft, ctx.notebook.after(cut), template, { why: reason, isPrivate });
  return { id, changes: [...cut, ...changes], said: `${type} in ${notePath('memory')}` };
}

/** Plans to keep an entry in memory, linked to its note; one that memory has already stays as it is. */
function keep(
  ctx: CommandContext,
  entry: LocatedEntry,
  draft: PromotedDraft,
  replaces: readonly string[] = [],
) {
  const note = ctx.notebook.note(entry.path);
  const known = findKnown(ctx, entry, draft);
  if (entry.status === PROVISIONAL && draft.type !== entry.type) return retype(ctx, entry, draft);
  if (entry.status === PROVISIONAL)
    return { id: entry.id, changes: settleProvisional(ctx, entry, removeField('status')), said: 'confirmed' };
  if (known === entry && !entry.hasId) {
    const id = ctx.ids.mint();
    return { id, changes: addEntryId(entry, id, ctx.notebook), said: IN_MEMORY };
  }
  if (!note || known) return { id: known?.id ?? entry.id, changes: [], said: IN_MEMORY };
  const day = parsePathDate(entry.path) ?? findSessionDay(ctx.entries(note), ctx);
  const source = entry.kind === 'memory' ? notePath('memory').replace(/\.md$/, '') : day;
  const { changes, promoted, ids } = promote([entry], ctx.notebook, {
    ...createPromotionDeps(ctx),
    source,
    date: day,
    rises: () => draft,
    why: 'kept, as answered',
    hasRisen: () => false,
    answer: { replaces },
  });
  const own = ids.get(entry.line);
  const named = own === undefined ? [] : addEntryId(entry, own, ctx.notebook.after(changes));
  return {
    id: promoted[0]?.id ?? entry.id,
    changes: [...changes, ...named],
    said: `${draft.type} in ${notePath('memory')}`,
  };
}

const IN_MEMORY = 'in memory already';

/** Plans to confirm or to drop a provisional line, in its place. */
function settleProvisional({ notebook }: CommandContext, entry: LocatedEntry, edit: LineEdit) {
  const note = notebook.note(entry.path);
  return note ? editEntry(entry, note, notebook.outline(note), edit, 'answered') : [];
}

/** The line of memory that comes from an entry, or repeats it with the same type; an entry of memory itself. */
function findKnown(ctx: CommandContext, entry: LocatedEntry, draft: PromotedDraft): LocatedEntry | undefined {
  if (entry.kind === 'memory' && entry.type !== 'prose') return entry;
  const memory = readMemoryEntries(ctx, ctx.notebook);
  return memory.find(
    (one) =>
      (entry.hasId && one.from?.endsWith(`#^${entry.id}]]`)) ||
      (one.type === draft.type && one.text === draft.text && isStanding(one)),
  );
}

/** Files the line among the declined proposals: it stays in its note, and no question comes again. */
function drop(
  ctx: CommandContext,
  entry: LocatedEntry,
  { id, text }: Pick<AnswerResult, 'id' | 'text'>,
): AnswerResult {
  const settled = settleProposal(ctx.notebook, ctx, text, 'dropped');
  const where = entry.path.replace(`${ctx.notebook.content}/`, '');
  const words = `keep «${text}», found in ${where}`;
  const line = formatLine({ ...EMPTY_LINE, box: 'dropped', text: words, id: ctx.ids.mint() }, '');
  const changes =
    settled.length > 0 || isAlreadyProposed(`keep «${text}»`, ctx.notebook)
      ? settled
      : archiveProposals([line], ctx.notebook, 'dropped, as answered');
  return { id, how: 'dropped', text, said: `it stays in ${where}`, changes };
}

/** Settles the inbox proposal about a line that has waited. */
function settleProposal(
  notebook: Notebook,
  ctx: CommandContext,
  text: string,
  box: 'done' | 'dropped',
): readonly Change[] {
  const inbox = notebook.note(`${notebook.content}/${notePath('inbox')}`);
  const proposal = inbox && ctx.entries(inbox).find((one) => one.text.startsWith(`keep «${text}»`));
  if (!inbox || !proposal) return [];
  const outline = notebook.outline(inbox);
  const block = outline.blocks.find(({ start }) => start === proposal.start);
  if (block?.kind !== 'item') return [];
  const line = setCheckbox(box)(block.text);
  const why = 'answered';
  return [
    ...archiveProposals([line], notebook, why),
    ...createEdit(inbox, removeBlocks(inbox.text, outline, [block]), why),
  ];
}

function summarize(results: readonly AnswerResult[]): string {
  const count = (how: AnswerResult['how']) => results.filter((one) => one.how === how).length;
  const parts = HOWS.flatMap((how) =>
    count(how) === 0 ? [] : [`${count(how)} ${how === 'left' ? 'left alone' : how}`],
  );
  return `Answered: ${parts.join(', ')}.`;
}

const HOWS = ['kept', 'dropped', 'left'] as const;
const GROUPS = ['Kept', 'Dropped', 'Left alone'] as const;

const toItem = ({ id, how, text, said: phrase }: AnswerResult): ResultItem => ({
  group: GROUPS[HOWS.indexOf(how)] ?? '',
  what: text === '' ? formatEntryId(id) : text,
  why: phrase,
});
