import type { CommandContext, CommandPlan, Notice } from '../../command/define-command.js';
import { readEntriesAt, toEntryJson } from '../../command/entry-format.js';
import { formatEntryId } from '../../command/find-entry.js';
import {
  createOrigins,
  describeOrigin,
  type FoundOrigin,
  findOrigin,
  findRequestOrigin,
} from '../../command/find-origin.js';
import { createUsageError, UserError } from '../../errors.js';
import type { Contradiction } from '../../matching/similarity/contradiction.js';
import type { Change } from '../../notes/changes/change.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { BASE_SECTIONS } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { notePath } from '../../notes/kinds/index.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { KnownLines } from '../promotion/known-lines.js';
import { supersedeOrPropose } from '../promotion/promote.js';
import { condense } from './condense.js';
import { findConflicts, type MemoryConflict } from './find-conflicts.js';
import { planLogEntry } from './log-entry.js';

type Section = keyof typeof BASE_SECTIONS;

export const SECTIONS = Object.keys(BASE_SECTIONS) as Section[];
export const readMemory = (ctx: CommandContext): readonly LocatedEntry[] =>
  readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('memory')}`);
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
  message: `«${sentence.slice(0, 80)}» is left out: it says nothing that holds`,
});

function askedOf({ path, line, text }: LocatedEntry, found: FoundOrigin): Notice {
  const said = `«${text.slice(0, 60)}»`;
  const whose = found.origin === 'user' ? `a person wrote ${said}` : `${said} is of ${describeOrigin(found)}`;
  const message = `${whose}: whether it is superseded is asked in ${notePath('inbox')}`;
  return { level: 'warning', path, line, message };
}

/** Marks what the new line takes the place of: our own lines at once, a person's by a proposal. */
function replaced(
  ctx: CommandContext,
  logged: readonly Change[],
  { id, text }: { readonly id: string; readonly text: string },
  found: readonly MemoryConflict[],
): {
  readonly changes: readonly Change[];
  readonly superseded: readonly LocatedEntry[];
  readonly proposed: readonly LocatedEntry[];
} {
  const deps = {
    ids: ctx.ids,
    template: (name: string) => ctx.query('template', name),
    wrote: (path: string, line: string) => ctx.query('isOwnLine', path, line),
    origins: createOrigins(ctx),
  };
  const newer = { id, text, origin: () => findRequestOrigin(ctx) };
  const changes = [...logged];
  const superseded: LocatedEntry[] = [];
  const proposed: LocatedEntry[] = [];
  for (const { entry: old } of found) {
    const notebook = ctx.notebook.after(changes);
    const now = readEntriesAt(ctx, notebook, old.path).find((one) => one.id === old.id) ?? old;
    const made = supersedeOrPropose(now, newer, notebook, deps);
    changes.push(...made);
    (made.some(({ path }) => path === old.path) ? superseded : proposed).push(old);
  }
  return { changes, superseded, proposed };
}

const HOW: Readonly<Record<Contradiction, string>> = {
  polarity: 'one says what the other denies',
  value: 'the same thing has another value',
  alternative: 'of the two only one can be meant',
  number: 'the numbers differ',
};

function refusal(
  ctx: CommandContext,
  text: string,
  section: Section,
  found: readonly MemoryConflict[],
): UserError {
  const [{ entry, verdict }] = found as [MemoryConflict];
  const place = `${entry.path}:${entry.line}${entry.at === null ? '' : `, since ${entry.at.slice(0, 10)}`}`;
  const details = {
    clash: toEntryJson(ctx, entry),
    clashes: found.map(({ entry: one }) => toEntryJson(ctx, one)),
    found: `found «${entry.text}» (${place})`,
  };
  const forced = `daybook memory add ${JSON.stringify(text)} --section ${section} --force`;
  if (verdict.kind === 'duplicate')
    return new UserError(
      'known',
      `memory says so already, in other words: «${text}»`,
      `to reword it: daybook amend ${formatEntryId(entry.id)} --text ${JSON.stringify(text)}`,
      details,
    );
  return new UserError(
    'contradiction',
    `«${text}» contradicts what memory holds: ${HOW[verdict.by]}`,
    `if the new line is right: ${forced}`,
    details,
  );
}

/** Where a line belongs when nobody says it: how somebody wants things, what to do, or what is so. */
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
  said: string,
  {
    section: request,
    force = false,
  }: { readonly section?: string | undefined; readonly force?: boolean } = {},
): CommandPlan {
  const { text, left } = condense(said);
  const section = request === undefined ? sectionOf(text) : parseSection(request);
  const type = BASE_SECTIONS[section];
  const logged = planLogEntry(ctx, { text, type });
  if (logged.changes.length === 0) return logged;
  const entry = logged.data.entry as { readonly id: string; readonly text: string };
  const found = findConflicts(entry.text, new KnownLines(readMemory(ctx)));
  if (found.length > 0 && !force) throw refusal(ctx, entry.text, section, found);
  const { changes, superseded, proposed } = replaced(ctx, logged.changes, entry, found);
  return {
    ...logged,
    message: [logged.message, ...superseded.map(({ text: old }) => `It takes the place of: ${old}`)].join(
      '\n',
    ),
    historyMessage: logged.historyMessage ?? logged.message,
    data: {
      entry: logged.data.entry,
      superseded: superseded.map((old) => toEntryJson(ctx, old)),
      proposed: proposed.map((old) => toEntryJson(ctx, old)),
      left,
    },
    changes,
    notices: [...left.map(leftOut), ...proposed.map((old) => askedOf(old, findOrigin(ctx, old)))],
  };
}
