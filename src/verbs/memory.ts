import { pathOf } from '../kinds/index.js';
import { BASE } from '../kinds/memory.js';
import type { EntryType } from '../kinds/types.js';
import { type InTheWay, inTheWayOf } from '../lifecycle/base.js';
import { condense } from '../lifecycle/condense.js';
import { Known } from '../lifecycle/known.js';
import { overtake } from '../lifecycle/promote.js';
import { asPair } from '../recall/likeness/claim.js';
import type { Contradiction } from '../recall/likeness/contradiction.js';
import { nearest } from '../recall/nearest.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { readLoosely } from '../wiki/loose/loose.js';
import { marksOf, withKey } from '../wiki/marks.js';
import { amend } from './amend.js';
import { baseLine } from './base-line.js';
import { asEntry, entriesAt } from './entries.js';
import { log } from './log.js';
import { shownId } from './naming.js';
import { createOrigins, describeOrigin, type FoundOrigin, findOrigin, originOfAsker } from './origin.js';
import { type Notice, type Outcome, Refusal, type Row, verb, type World } from './verb.js';

type Section = keyof typeof BASE;
const SECTIONS = Object.keys(BASE) as Section[];

const ACTS = ['add', 'replace', 'remove'] as const;

const isAct = (word: string): word is (typeof ACTS)[number] => (ACTS as readonly string[]).includes(word);

/** The semantic base (Mutable §Semantic Base; FEATURES C1, C5): what holds across sessions, read as `key: value`, written by protocol. */
export const memory = verb({
  name: 'memory',
  about: 'show preferences, facts and rules; add one that contradicts nothing, replace or remove one',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'add, replace or remove one' },
    text: { kind: 'text', word: 'rest', about: 'what holds: "default branch: main", "never commit to main"' },
    section: {
      kind: 'text',
      choices: SECTIONS,
      about: 'preferences, facts or rules; without it the text tells',
      holder: 'SECTION',
    },
    old: {
      kind: 'text',
      about: 'with replace: words, or the id, of the line that it takes the place of',
      holder: 'WORDS',
    },
    force: { kind: 'flag', about: 'let it take the place of what it contradicts; that stays readable' },
  },
  examples: [
    'daybook memory',
    'daybook memory add "hugo_path: ~/hugo-llm-wiki/" --section facts',
    'daybook memory add "hugo_path: ~/sites/wiki/" --section facts --force',
    'daybook memory replace "hugo_path: ~/wiki/" --old hugo_path',
    'daybook memory remove "hugo_path"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  quick: true,
  activity: () => true,
  think(world, { act, text, section, old, force }) {
    if (act === undefined) return list(world);
    if (!isAct(act))
      throw usage(`\`daybook memory ${act}\` is nothing that it does`, `write: daybook memory add "${act}"`);
    if (act === 'remove') return remove(world, text ?? old ?? '', section);
    if (text === undefined || text.trim() === '')
      throw usage(
        'it is not said what to remember',
        'write: daybook memory add "default branch: main" --section facts',
      );
    if (act === 'replace' && old !== undefined) return reword(world, old, text, section);
    return add(world, text, section, force || act === 'replace');
  },
});

function list(world: World): Outcome {
  const all = memoryOf(world).filter(({ superseded, status }) => superseded === null && status !== 'dropped');
  const parts = SECTIONS.map((section) => ({
    section,
    own: all.filter(({ type }) => type === BASE[section]),
  }));
  const total = parts.reduce((sum, { own }) => sum + own.length, 0);
  return {
    say:
      total === 0
        ? 'Nothing holds for good yet. Add what does: `daybook memory add "default branch: main" --section facts`.'
        : `${parts.map(({ section, own }) => `${own.length} ${own.length === 1 ? BASE[section] : section}`).join(', ')}.`,
    rows: parts.flatMap(({ section, own }) => own.map((entry) => row(entry, section))),
    data: Object.fromEntries(
      parts.map(({ section, own }) => [section, own.map((entry) => asEntry(world, entry))]),
    ),
    changes: [],
  };
}

const row = (entry: Located, section: string): Row => ({
  path: entry.path,
  line: entry.line,
  group: `${section.slice(0, 1).toUpperCase()}${section.slice(1)}`,
  what: withKey(asPair(entry.text), entry),
  why: [entry.why, ...marksOf(entry)].filter(Boolean).join(', ') || null,
  id: entry.id,
});

/** Says a line in other words, whoever wrote it. */
function reword(world: World, old: string, text: string, asked: string | undefined): Outcome {
  const { id } = baseLine(old, memoryOf(world), asked && BASE[named(asked)]);
  return amend.think(world, { id, text: condense(text).text, done: false, drop: false, verify: false });
}

/** Takes a line out of force; it stays readable where it stands. */
function remove(world: World, words: string, asked: string | undefined): Outcome {
  const { id } = baseLine(words, memoryOf(world), asked && BASE[named(asked)]);
  return amend.think(world, { id, text: undefined, done: false, drop: true, verify: false });
}

function add(world: World, said: string, asked: string | undefined, force: boolean): Outcome {
  const { text, left } = condense(said);
  const section = asked === undefined ? sectionOf(text) : named(asked);
  const type = BASE[section];
  const nothing = { why: undefined, tag: [], file: [], from: undefined, branch: false };
  const logged = log.think(world, { text, type, ...nothing });
  if (logged.changes.length === 0) return logged;
  const entry = logged.data.entry as { readonly id: string; readonly text: string };
  const found = inTheWayOf(entry.text, new Known(memoryOf(world)));
  if (found.length > 0 && !force) throw refusal(world, entry.text, section, found);
  const { changes, superseded, proposed } = replaced(world, logged.changes, entry, found);
  return {
    ...logged,
    say: [logged.say, ...superseded.map(({ text: old }) => `It takes the place of: ${old}`)].join('\n'),
    did: logged.did ?? logged.say,
    data: {
      entry: logged.data.entry,
      superseded: superseded.map((old) => asEntry(world, old)),
      proposed: proposed.map((old) => asEntry(world, old)),
      left,
    },
    changes,
    notices: [...left.map(leftOut), ...proposed.map((old) => askedOf(old, findOrigin(world, old)))],
  };
}

const leftOut = (sentence: string): Notice => ({
  level: 'info',
  message: `«${sentence.slice(0, 80)}» is left out: it says nothing that holds`,
});

function askedOf({ path, line, text }: Located, found: FoundOrigin): Notice {
  const said = `«${text.slice(0, 60)}»`;
  const whose = found.origin === 'user' ? `a person wrote ${said}` : `${said} is of ${describeOrigin(found)}`;
  const message = `${whose}: whether it is superseded is asked in ${pathOf('inbox')}`;
  return { level: 'warning', path, line, message };
}

/** Marks what the new line takes the place of: our own lines at once, a person's by a proposal. */
function replaced(
  world: World,
  logged: readonly Change[],
  { id, text }: { readonly id: string; readonly text: string },
  found: readonly InTheWay[],
): {
  readonly changes: readonly Change[];
  readonly superseded: readonly Located[];
  readonly proposed: readonly Located[];
} {
  const desk = {
    ids: world.ids,
    template: (name: string) => world.ask('template', name),
    wrote: (path: string, line: string) => world.ask('wrote', path, line),
    origins: createOrigins(world),
  };
  const newer = { id, text, origin: () => originOfAsker(world) };
  const changes = [...logged];
  const superseded: Located[] = [];
  const proposed: Located[] = [];
  for (const { entry: old } of found) {
    const wiki = world.wiki.after(changes);
    const now = entriesAt(world, wiki, old.path).find((one) => one.id === old.id) ?? old;
    const made = overtake(now, newer, wiki, desk);
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

function refusal(world: World, text: string, section: Section, found: readonly InTheWay[]): Refusal {
  const [{ entry, verdict }] = found as [InTheWay];
  const place = `${entry.path}:${entry.line}${entry.at === null ? '' : `, since ${entry.at.slice(0, 10)}`}`;
  const details = {
    clash: asEntry(world, entry),
    clashes: found.map(({ entry: one }) => asEntry(world, one)),
    found: `found «${entry.text}» (${place})`,
  };
  const forced = `daybook memory add ${JSON.stringify(text)} --section ${section} --force`;
  if (verdict.kind === 'duplicate')
    return new Refusal(
      'known',
      `memory says so already, in other words: «${text}»`,
      `to reword it: daybook amend ${shownId(entry.id)} --text ${JSON.stringify(text)}`,
      details,
    );
  return new Refusal(
    'contradiction',
    `«${text}» contradicts what memory holds: ${HOW[verdict.by]}`,
    `if the new line is right: ${forced}`,
    details,
  );
}

/** Where a line belongs when nobody says it: how somebody wants things, what to do, or what is so. */
function sectionOf(text: string): Section {
  const type: EntryType | undefined = readLoosely(text)?.type;
  const told = SECTIONS.find((section) => BASE[section] === type);
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
  const found = SECTIONS.find((section) => section === plain || BASE[section] === plain);
  if (found) return found;
  const [near] = nearest(plain, SECTIONS);
  throw usage(
    `no section \`${given}\``,
    near ? `did you mean: --section ${near}` : `one of: --section ${SECTIONS.join(', --section ')}`,
  );
}

const memoryOf = (world: World): readonly Located[] =>
  entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('memory')}`);

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
