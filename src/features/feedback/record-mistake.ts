import { type CommandContext, type CommandReply, UserError } from '../../command/define-command.js';
import { formatEntryId } from '../../command/find-entry.js';
import { getChoice } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { appendRecord, nextRecordNumber } from '../../notes/edit/upsert-note.js';
import { createEntryId } from '../../notes/entries/ids.js';
import { listProofFields, type Proof } from '../../notes/entries/proof.js';
import { checkProof, type ProofInput } from '../guard/check-proof.js';
import {
  CATEGORY_NAMES,
  FEEDBACK_SEVERITIES,
  type Feedback,
  findSameMistake,
  formatFeedback,
  guessCategory,
} from './feedback-record.js';
import {
  feedbackNotePath,
  findFeedback,
  listFeedbackLabels,
  readAllFeedback,
  toFeedbackJson,
} from './list-feedback.js';

type MistakeInput = ProofInput &
  Readonly<
    Record<
      'words' | 'mistake' | 'correction' | 'trigger' | 'prevention' | 'category' | 'severity',
      string | undefined
    >
  >;

/** A second telling within so many minutes is the same telling, not the mistake made again. */
const SAID_TWICE_MINUTES = 10;

/** Logs a mistake; a repeated one is counted in its record. */
export function recordMistake(ctx: CommandContext, input: MistakeInput): CommandReply {
  const plain = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const mistake = plain(input.mistake ?? input.words);
  if (mistake === '')
    throw createUsageError(
      'the mistake is missing',
      'write: daybook feedback add --mistake "ran X without Y" --correction "pass Y"',
    );
  const category = choose('category', input.category, CATEGORY_NAMES) ?? guessCategory(mistake);
  const severity = choose('severity', input.severity, FEEDBACK_SEVERITIES) ?? 'medium';
  const known = findSameMistake(mistake, readAllFeedback(ctx, ctx.notebook));
  const proof = checkProof(input);
  if (known) return again(ctx, known, proof);
  const at = ctx.local(ctx.now);
  const label = `FB-${nextRecordNumber(at.date, listFeedbackLabels(ctx))}`;
  const path = feedbackNotePath(ctx.notebook);
  const id = createEntryId(ctx.ids, ctx.notebook.note(path));
  const lines = formatFeedback({
    label,
    mistake,
    correction: plain(input.correction),
    trigger: plain(input.trigger),
    prevention: plain(input.prevention),
    category,
    severity,
    id,
    at: at.iso,
    by: ctx.actor.by,
    proof,
  });
  const change = appendRecord({ kind: 'feedback', lines, why: 'log a mistake' }, ctx.notebook, (name) =>
    ctx.query('template', name),
  );
  const made = readAllFeedback(ctx, ctx.notebook.after([change])).find(({ entry }) => entry.id === id);
  if (!made)
    throw new UserError('unwritable', 'cannot store this text as one record', 'write it as one plain line');
  return {
    message: `Logged as ${label}: ${made.mistake}`,
    historyMessage: `${label}: ${made.mistake}`,
    data: { feedback: toFeedbackJson(ctx, made), guard: proof },
    changes: [change],
    location: `${path}:${made.entry.line} ^${id}`,
  };
}

/** A repeated mistake is counted in its record, which is opened again; two reports at once count once. */
function again(ctx: CommandContext, known: Feedback, proof: Proof | null): CommandReply {
  const since = `${known.entry.at === null ? '' : ` since ${known.entry.at.slice(0, 10)}`} as ${known.label} (${known.entry.path}:${known.entry.line})`;
  const isEcho =
    known.entry.at !== null && ctx.now - Date.parse(known.entry.at) < SAID_TWICE_MINUTES * 60_000;
  if (isEcho && proof === null)
    return {
      message: `Already recorded${since}.`,
      data: { feedback: toFeedbackJson(ctx, known) },
    };
  const seen = known.seen + 1;
  const plan = revised(
    ctx,
    known,
    { seen: String(seen), verified: 'false', ...(proof ? Object.fromEntries(listProofFields(proof)) : {}) },
    `made again, ${seen} times now`,
  );
  return { ...plan, message: `Already recorded${since}; counted: made ${seen} times now.` };
}

/** Records whether a correction was followed: updates `verified` and the counts (Mutable §Entry Schema). */
export function applyFeedback(
  ctx: CommandContext,
  id: string,
  { clean, violated }: { readonly clean: boolean; readonly violated: boolean },
): CommandReply {
  if (clean === violated)
    throw createUsageError(
      clean ? '--clean and --violated exclude each other' : 'neither --clean nor --violated is given',
      `write: daybook feedback applied ${id} --clean, or --violated`,
    );
  const known = findFeedback(ctx, id);
  const date = ctx.local(ctx.now).date;
  return clean
    ? revised(ctx, known, { verified: 'true', clean: String(known.clean + 1), applied: date }, 'followed')
    : revised(ctx, known, { verified: 'false', violated: String(known.violated + 1) }, 'made again');
}

function revised(
  ctx: CommandContext,
  known: Feedback,
  fields: Readonly<Record<string, string>>,
  how: string,
): CommandReply {
  const note = ctx.notebook.note(known.entry.path);
  if (!note) throw new RangeError(`there is no note ${known.entry.path}`);
  const id = known.entry.hasId ? known.entry.id : createEntryId(ctx.ids, note);
  const changes = editBlock(
    known.entry,
    note,
    ctx.notebook.outline(note),
    { fields, id },
    `${known.label} ${how}`,
  );
  const now =
    readAllFeedback(ctx, ctx.notebook.after(changes)).find(({ label }) => label === known.label) ?? known;
  return {
    message: `${now.label} ${how}: ${now.mistake} (clean ${now.clean}, violated ${now.violated})`,
    historyMessage: `${now.label} ${how}`,
    data: { feedback: toFeedbackJson(ctx, now) },
    changes,
    location: `${now.entry.path}:${now.entry.line} ${formatEntryId(now.entry.id)}`,
  };
}

const choose = <T extends string>(name: string, value: string | undefined, known: readonly T[]) => {
  const word = value?.toLowerCase().replaceAll('-', '_');
  return value === undefined ? undefined : getChoice(name, value, known, word);
};
