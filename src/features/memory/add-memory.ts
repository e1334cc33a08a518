import type { CommandContext, CommandPlan, Notice } from '../../command/define-command.js';
import { readMemoryEntries, toEntryJson } from '../../command/entry-format.js';
import { formatEntryId } from '../../command/find-entry.js';
import { createUsageError, UserError } from '../../errors.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { BASE_SECTIONS, type EntryType } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { condense, isProcedure } from './condense.js';
import { parseEntryInput } from './entry-input.js';
import { planLogEntry } from './log-entry.js';
import { findLineRelations, listStandingEntries, type RelatedEntries } from './relate-entry.js';

type Section = keyof typeof BASE_SECTIONS;

export const SECTIONS = Object.keys(BASE_SECTIONS) as Section[];
export const readMemory = (ctx: CommandContext): readonly LocatedEntry[] =>
  readMemoryEntries(ctx, ctx.notebook);
export function parseSection(sectionWord: string): Section {
  const plain = sectionWord.toLowerCase();
  const found = SECTIONS.find((section) => section === plain || BASE_SECTIONS[section] === plain);
  if (found) return found;
  const [near] = suggestNames(plain, SECTIONS);
  throw createUsageError(
    `no section \`${sectionWord}\``,
    near ? `did you mean: --section ${near}` : `one of: --section ${SECTIONS.join(', --section ')}`,
  );
}

const leftOut = (sentence: string): Notice => ({
  level: 'info',
  message: `«${sentence.slice(0, 80)}» is left out: it states nothing lasting`,
});

function createRefusal(
  ctx: CommandContext,
  text: string,
  section: Section,
  { repeated, replaced }: RelatedEntries,
): UserError | null {
  const standing = repeated ? [repeated] : replaced;
  const [entry] = standing;
  if (!entry) return null;
  const place = `${entry.path}:${entry.line}${entry.at === null ? '' : `, since ${entry.at.slice(0, 10)}`}`;
  const details = {
    clash: toEntryJson(ctx, entry),
    clashes: standing.map((one) => toEntryJson(ctx, one)),
    found: `found «${entry.text}» (${place})`,
  };
  if (repeated)
    return new UserError(
      'known',
      `memory already has this in other words: «${text}»`,
      `to reword it: daybook amend ${formatEntryId(entry.id)} --text ${JSON.stringify(text)}`,
      details,
    );
  return new UserError(
    'contradiction',
    `«${text}» contradicts memory`,
    `if the new line is right: daybook memory add ${JSON.stringify(text)} --section ${section} --force`,
    details,
  );
}

/** The section of a line without `--section`: a preference, a rule or a fact. */
function sectionOf(text: string): Section {
  const type: EntryType | undefined = parseFreeform(text)?.type;
  const sectionName = SECTIONS.find((section) => BASE_SECTIONS[section] === type);
  if (sectionName) return sectionName;
  if (
    /\b(?:user|i|we|team|customer|client) (?:\w+ )?(?:prefer|like|want|dislike|hate|love)s?\b|喜欢|偏好/i.test(
      text,
    )
  )
    return 'preferences';
  return /^(?:always|never|don[’']?t|do not|must|only|avoid|ensure|use|keep|run|load|check|ask|总是|不要|必须|禁止)(?=\s|\p{Script=Han})/iu.test(
    text,
  )
    ? 'rules'
    : 'facts';
}

/** Plans to add one line to the semantic base; refuses what contradicts it there, unless it is forced. */
export function planMemoryAddition(
  ctx: CommandContext,
  phrase: string,
  {
    section: request,
    force = false,
    isPrivate = false,
  }: {
    readonly section?: string | undefined;
    readonly force?: boolean;
    readonly isPrivate?: boolean;
  } = {},
): CommandPlan {
  const { text, left } = condense(phrase);
  const section = request === undefined ? sectionOf(text) : parseSection(request);
  const isFact = request === undefined || section === 'facts';
  if (isFact && !force && (isProcedure(phrase) || (section === 'facts' && isProcedure(text))))
    throw createProcedureRefusal(phrase);
  const input = { text, type: BASE_SECTIONS[section] };
  const logged = planLogEntry(ctx, input, { isPrivate });
  const line = parseEntryInput(input);
  const standing = listStandingEntries(ctx, line.type);
  const related = findLineRelations(ctx, line, standing);
  const refusal =
    force || isKnown(logged, line.text) ? null : createRefusal(ctx, line.text, section, related);
  if (refusal) throw refusal;
  if (logged.changes.length === 0) return logged;
  return {
    ...logged,
    data: { ...logged.data, left },
    notices: [...left.map(leftOut), ...(logged.notices ?? [])],
  };
}

const createProcedureRefusal = (text: string): UserError =>
  new UserError(
    'instruction',
    `«${text.slice(0, 80)}» says what to do now, not what is so`,
    'write a fact, or keep it as a rule: daybook memory add TEXT --section rules; to do it later: daybook remind TEXT --when W',
  );

/** True where memory has the same words. */
const isKnown = ({ changes, data }: CommandPlan, text: string): boolean =>
  changes.length === 0 && (data.entry as { readonly text: string }).text === text;
