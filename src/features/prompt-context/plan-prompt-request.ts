import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { formatEntryId } from '../../command/find-entry.js';
import { isKeptPrivate } from '../../command/private-entries.js';
import { requireWritable } from '../../command/require-writable.js';
import { UserError } from '../../errors.js';
import { findLikelyOvertaken, hasChange } from '../../matching/relations/find-likely-overtaken.js';
import { rankByShare } from '../../matching/relations/find-related-entries.js';
import { isStanding, PROVISIONAL } from '../../notes/entries/entry.js';
import { EMPTY_LINE, normalizeLine } from '../../notes/entries/entry-line.js';
import { notePath } from '../../notes/kinds/index.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import { isEnding, isSaveDeclined } from '../auto-save/save-triggers.js';
import { addEntry } from '../memory/add-entry.js';
import { planMemoryAddition, readMemory } from '../memory/add-memory.js';
import { planLogEntry } from '../memory/log-entry.js';
import { listStandingEntries } from '../memory/relate-entry.js';
import { scoreLasting } from '../promotion/lasting-score.js';
import { findSureForm } from '../promotion/sure-form.js';
import { LEAST_SCORE } from '../promotion/waiting/find-waiting.js';
import { planTimedTask } from '../reminders/plan-reminder.js';
import {
  addContext,
  formatCorrection,
  isUnclearAlone,
  listStatements,
  mayBeRule,
  mayState,
  parseCorrection,
  parseRememberRequest,
  removeNo,
} from './prompt-intents.js';

/** The changes for a prompt, and the messages to the person and to the agent. */
export interface PromptRequest {
  readonly changes: CommandPlan['changes'];
  readonly did: string;
  readonly notice: string;
  readonly reply: string;
}

/** Plans what a prompt asks memory for: to remember something, to be reminded, or to mind a correction; null for nothing. */
export function planPromptRequest(ctx: CommandContext, text: string): PromptRequest | null {
  const own = { ...ctx, actor: { ...ctx.actor, by: null } }; // the words are the user's
  const request = parseRememberRequest(text);
  if (request === 'all') {
    const reply =
      'The user asks to remember what was just said: put it into one line and call `mind_log` with it.';
    return { changes: [], did: '', notice: '', reply };
  }
  try {
    if (request) return remember(own, request.text);
    const correction = parseCorrection(text);
    if (correction !== null)
      return addProvisional(own, removeNo(addContext(text, formatCorrection(correction))));
    const statements = isSaveDeclined(text) ? [] : listStatements(text).filter((one) => !isEnding(one));
    const sure = statements.find((one) => findSureForm(toForm(one)) !== null);
    if (sure !== undefined) return logStatement(own, isUnclearAlone(sure) ? addContext(text, sure) : sure);
    const likely =
      statements.find((one) => mayBeRule(one) || overtakes(own, one)) ??
      (mayState(text) ? findLikeliest(statements) : undefined);
    return likely === undefined ? null : logStatement(own, addContext(text, likely));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const notice = `Not kept: ${error.message}; ${error.hint}`;
    return { changes: [], did: '', notice, reply: notice };
  }
}

/** Stores it at once: as a reminder if it has a time, else in memory. If something contradicts it, that is shown instead. */
function remember(ctx: CommandContext, text: string): PromptRequest {
  const task = planTimedTask(ctx, text);
  requireWritable(ctx, `${ctx.notebook.content}/${notePath(task ? 'reminders' : 'memory')}`);
  const {
    changes,
    message: notice,
    historyMessage,
  } = task ?? planMemoryAddition(ctx, text.replace(/^to (?=(?:always|never|not|avoid)\b)/i, ''));
  const reply = `${notice}\nDaybook has kept it: it need not be logged again.`;
  return { changes, did: historyMessage ?? notice, notice, reply };
}

/** Returns the sentence with the highest score for lasting memory; words of change add 2. */
function findLikeliest(statements: readonly string[]): string | undefined {
  const ranked = statements.map((text) => ({ text, score: scoreLasting(text) + (hasChange(text) ? 2 : 0) }));
  const [best] = ranked.filter(({ score }) => score >= LEAST_SCORE).toSorted((a, b) => b.score - a.score);
  return best?.text;
}

const toForm = (text: string) => ({ type: 'experience', text, why: null }) as const;

/** True where words of change are near to an entry: they may reverse it. */
const overtakes = (ctx: CommandContext, text: string): boolean =>
  findLikelyOvertaken({ text, type: 'experience' }, (line, accept) =>
    rankByShare(line, listStandingEntries(ctx, 'experience').filter(accept)),
  ) !== null;

/** What a prompt states goes into the session in the user's words, until a checkpoint asks whether to keep it. */
function logStatement(ctx: CommandContext, text: string): PromptRequest | null {
  const { changes } = planLogEntry(ctx, { text, type: 'experience' }, { asks: false });
  if (changes.length === 0) return null;
  const notice = `Noted from the prompt: ${text} (the next checkpoint asks whether to keep it)`;
  return { changes, did: `said: ${text}`, notice, reply: '' };
}

/** A correction counts at once, as a provisional preference that the next checkpoint confirms or drops. */
function addProvisional(ctx: CommandContext, phrase: string): PromptRequest | null {
  const isPrivate = isKeptPrivate(ctx, 'preference');
  requireWritable(
    ctx,
    isPrivate ? getPrivateMemoryPath(ctx.notebook) : `${ctx.notebook.content}/${notePath('memory')}`,
  );
  const { text, why } = normalizeLine({ ...EMPTY_LINE, text: phrase });
  if (readMemory(ctx).some((entry) => entry.text === text && isStanding(entry))) return null;
  const id = ctx.ids.mint();
  const draft = {
    ...EMPTY_LINE,
    type: 'preference',
    text,
    why,
    fields: { status: PROVISIONAL },
    id,
  } as const;
  const { changes } = addEntry(draft, ctx.notebook, (name) => ctx.query('template', name), {
    why: 'a correction',
    isPrivate,
  });
  const notice = `Provisional preference: ${text} (to confirm: daybook inbox settle --answer ${formatEntryId(id)}=keep, else =drop)`;
  return { changes, did: `correction: ${text}`, notice, reply: '' };
}
