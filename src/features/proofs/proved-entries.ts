import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries } from '../../command/entry-format.js';
import { defineText } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { isStanding } from '../../notes/entries/entry.js';
import { type FactCheck, splitCommand } from '../../notes/entries/proof.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { notePath } from '../../notes/kinds/index.js';
import { pluralize } from '../../text/pluralize.js';
import { foldJobStates } from '../cron/job-state.js';

/** The options by which an entry gets a proof. */
export const FACT_CHECK_PARAMS = {
  holds: defineText(
    'a command that ends with 0 while this is true; run by night once you confirm it',
    'COMMAND',
  ),
  says: defineText('a line that the command prints while this is true'),
} as const;

/** The values of these options. */
export interface FactCheckInput {
  readonly holds?: string | undefined;
  readonly says?: string | undefined;
}

/** Reads a proof from its options; null without a command. Throws `UserError` for a command that only a shell can run. */
export function readFactCheck({ holds, says }: FactCheckInput): FactCheck | null {
  if (holds === undefined && says === undefined) return null;
  if (holds === undefined)
    throw createUsageError('--says has no command', "write: --holds 'node --version' --says 'v22.0.0'");
  if (/[\n\r]/.test(says ?? '') || says?.trim() === '')
    throw createUsageError(
      `--says has ${says?.trim() ? 'several lines' : 'no text'}; expected one line`,
      "write: --says 'v22.0.0'",
    );
  splitCommand(holds);
  const normalize = (text: string) => text.replace(/\s+/g, ' ').trim();
  return { command: normalize(holds), says: says === undefined ? null : normalize(says) };
}

/** An entry with a proof. */
export type ProvedEntry = LocatedEntry & { readonly check: FactCheck };

/** Lists the valid entries with a proof, of memory and of the session. */
export const listProvedEntries = (ctx: CommandContext): readonly ProvedEntry[] =>
  [
    ...readMemoryEntries(ctx, ctx.notebook),
    ...readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('session')}`),
  ].filter((entry): entry is ProvedEntry => entry.check !== null && isStanding(entry));

/** After so many milliseconds without a check, replies remind of it. */
const LATE_MS = 2 * 86_400_000;

/** Describes the confirmed proofs that were not checked for two days, and those that wait for a person; null if there are none. */
export function describeUnchecked(ctx: CommandContext): string | null {
  const proved = listProvedEntries(ctx);
  if (proved.length === 0) return null;
  const isConfirmed = ctx.query('confirmedProofs');
  const confirmed = proved.filter(({ check }) => isConfirmed(check));
  const done = foldJobStates(ctx.query('runs')).get('verify')?.lastDone?.at ?? null;
  const since = done ?? Math.min(...confirmed.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)])));
  const waiting = proved.length - confirmed.length;
  const parts = [
    ...(confirmed.length > 0 && ctx.now - since > LATE_MS && Number.isFinite(since)
      ? [
          `${pluralize(confirmed.length, 'proof was', 'proofs were')} not checked since ${ctx.local(since).date}: daybook verify`,
        ]
      : []),
    ...(waiting > 0
      ? [`${pluralize(waiting, 'proof waits', 'proofs wait')} for you: daybook trust --proofs`]
      : []),
  ];
  return parts.length === 0 ? null : `${parts.join('; ')}.`;
}
