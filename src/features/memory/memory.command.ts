import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { entriesAt, toEntryJson } from '../../command/entry-format.js';
import { formatEntryId } from '../../command/find-entry.js';
import {
  createOrigins,
  describeOrigin,
  type FoundOrigin,
  findOrigin,
  originOfAsker,
} from '../../command/find-origin.js';
import { toKeyValue } from '../../matching/similarity/claim.js';
import type { Contradiction } from '../../matching/similarity/contradiction.js';
import type { Change } from '../../notes/changes/change.js';
import { entryLabels, withPinTag } from '../../notes/entries/labels.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { BASE_SECTIONS } from '../../notes/kinds/definitions.js';
import { notePath } from '../../notes/kinds/index.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { KnownLines } from '../promotion/known-lines.js';
import { supersedeOrPropose } from '../promotion/promote.js';
import { amend } from './amend.command.js';
import { condense } from './condense.js';
import { findBaseLine } from './find-base-line.js';
import { findConflicts, type MemoryConflict } from './find-conflicts.js';
import { log } from './log.command.js';

type Section = keyof typeof BASE_SECTIONS;
const SECTIONS = Object.keys(BASE_SECTIONS) as Section[];

/** The semantic base (Mutable §Semantic Base; FEATURES C1, C5): what holds across sessions, read as `key: value`, written by protocol. */
export const memory = defineCommand({
  name: 'memory',
  description: 'show preferences, facts and rules; add one that contradicts nothing, replace or remove one',
  group: 'Wiki',
  params: {
    act: { kind: 'text', positional: 'one', description: 'what to do' },
    text: {
      kind: 'text',
      positional: 'rest',
      description: 'what holds: "default branch: main", "never commit to main"',
    },
    section: {
      kind: 'text',
      choices: SECTIONS,
      description: 'preferences, facts or rules; without it the text tells',
      placeholder: 'SECTION',
    },
    old: {
      kind: 'text',
      description: 'with replace: words, or the id, of the line that it takes the place of',
      placeholder: 'WORDS',
    },
    force: { kind: 'flag', description: 'let it take the place of what it contradicts; that stays readable' },
  },
  actions: {
    list: { description: 'list preferences, facts and rules' },
    add: {
      description: 'add one that contradicts nothing',
      params: { text: { required: true }, section: {}, force: {} },
    },
    replace: {
      description: 'say one in new words',
      params: { text: { required: true }, section: {}, old: {} },
    },
    remove: {
      description: 'take one out of force; it stays readable',
      params: { text: { required: true, description: 'words of it, or its id' }, section: {} },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook memory',
    'daybook memory add "hugo_path: ~/hugo-llm-wiki/" --section facts',
    'daybook memory add "hugo_path: ~/sites/wiki/" --section facts --force',
    'daybook memory replace "hugo_path: ~/wiki/" --old hugo_path',
    'daybook memory remove "hugo_path"',
  ],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'queue',
  canPlanUnderLock: true,
  countsAsActivity: () => true,
  plan(ctx, { act, text, section, old, force }) {
    if (act === undefined || act === 'list') return list(ctx);
    if (act === 'remove') return remove(ctx, text ?? old ?? '', section);
    if (text === undefined || text.trim() === '')
      throw usage(
        'it is not said what to remember',
        'write: daybook memory add "default branch: main" --section facts',
      );
    if (act === 'replace' && old !== undefined) return reword(ctx, old, text, section);
    return add(ctx, text, section, force || act === 'replace');
  },
});

function list(ctx: CommandContext): CommandPlan {
  const all = memoryOf(ctx).filter(({ superseded, status }) => superseded === null && status !== 'dropped');
  const parts = SECTIONS.map((section) => ({
    section,
    own: all.filter(({ type }) => type === BASE_SECTIONS[section]),
  }));
  const total = parts.reduce((sum, { own }) => sum + own.length, 0);
  return {
    message:
      total === 0
        ? 'Nothing holds for good yet. Add what does: `daybook memory add "default branch: main" --section facts`.'
        : `${parts.map(({ section, own }) => `${own.length} ${own.length === 1 ? BASE_SECTIONS[section] : section}`).join(', ')}.`,
    items: parts.flatMap(({ section, own }) => own.map((entry) => row(entry, section))),
    data: Object.fromEntries(
      parts.map(({ section, own }) => [section, own.map((entry) => toEntryJson(ctx, entry))]),
    ),
    changes: [],
  };
}

const row = (entry: LocatedEntry, section: string): ResultItem => ({
  path: entry.path,
  line: entry.line,
  group: `${section.slice(0, 1).toUpperCase()}${section.slice(1)}`,
  what: withPinTag(toKeyValue(entry.text), entry),
  why: [entry.why, ...entryLabels(entry)].filter(Boolean).join(', ') || null,
  id: entry.id,
});

/** Says a line in other words, whoever wrote it. */
function reword(ctx: CommandContext, old: string, text: string, request: string | undefined): CommandPlan {
  const { id } = findBaseLine(old, memoryOf(ctx), request && BASE_SECTIONS[named(request)]);
  return amend.plan(ctx, { id, text: condense(text).text, done: false, drop: false, verify: false });
}

/** Takes a line out of force; it stays readable where it stands. */
function remove(ctx: CommandContext, words: string, request: string | undefined): CommandPlan {
  const { id } = findBaseLine(words, memoryOf(ctx), request && BASE_SECTIONS[named(request)]);
  return amend.plan(ctx, { id, text: undefined, done: false, drop: true, verify: false });
}

function add(ctx: CommandContext, said: string, request: string | undefined, force: boolean): CommandPlan {
  const { text, left } = condense(said);
  const section = request === undefined ? sectionOf(text) : named(request);
  const type = BASE_SECTIONS[section];
  const nothing = { why: undefined, tag: [], file: [], from: undefined, branch: false };
  const logged = log.plan(ctx, { text, type, ...nothing });
  if (logged.changes.length === 0) return logged;
  const entry = logged.data.entry as { readonly id: string; readonly text: string };
  const found = findConflicts(entry.text, new KnownLines(memoryOf(ctx)));
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
  const newer = { id, text, origin: () => originOfAsker(ctx) };
  const changes = [...logged];
  const superseded: LocatedEntry[] = [];
  const proposed: LocatedEntry[] = [];
  for (const { entry: old } of found) {
    const notebook = ctx.notebook.after(changes);
    const now = entriesAt(ctx, notebook, old.path).find((one) => one.id === old.id) ?? old;
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
  const told = SECTIONS.find((section) => BASE_SECTIONS[section] === type);
  if (told) return told;
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

function named(given: string): Section {
  const plain = given.toLowerCase();
  const found = SECTIONS.find((section) => section === plain || BASE_SECTIONS[section] === plain);
  if (found) return found;
  const [near] = didYouMean(plain, SECTIONS);
  throw usage(
    `no section \`${given}\``,
    near ? `did you mean: --section ${near}` : `one of: --section ${SECTIONS.join(', --section ')}`,
  );
}

const memoryOf = (ctx: CommandContext): readonly LocatedEntry[] =>
  entriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('memory')}`);

const usage = (message: string, hint: string): UserError => new UserError('usage', message, hint, {}, 2);
