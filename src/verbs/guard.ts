import { type Watched, watched } from '../lifecycle/guard.js';
import { LOOP } from '../lifecycle/loop.js';
import { deedOf } from '../recall/guard/deed.js';
import { type Verdict, verdict } from '../recall/guard/verdict.js';
import { likeness } from '../recall/likeness/likeness.js';
import { amount } from '../wiki/amount.js';
import { harmless } from '../wiki/harmless.js';
import { redactAll } from '../wiki/secrets.js';
import { asksToDeny, mayDeny } from './denying.js';
import { asEntry } from './entries.js';
import { shownId } from './naming.js';
import { toldBefore } from './told-before.js';
import { type Notice, type Outcome, type Row, verb, type World } from './verb.js';

/** More is not read before a tool is called. */
const MOST_SAID = 3;

/** Says what went wrong before with what is about to be done (FEATURES H6): each thing once a session, nothing where nothing did. */
export const guard = verb({
  name: 'guard',
  about: 'say what went wrong before with what is about to be done; bare: what is looked out for',
  params: {
    tool: { kind: 'text', word: 'one', about: 'the tool: Bash, Edit, Write, Skill, Task …' },
    words: { kind: 'text', word: 'rest', about: 'the command; the skill; what another agent is asked' },
    file: { kind: 'text', many: true, about: 'a file that is written', holder: 'FILE' },
    text: { kind: 'text', about: 'what is written', holder: 'TEXT' },
    before: { kind: 'text', about: 'what that takes the place of', holder: 'TEXT' },
    traps: { kind: 'flag', about: 'give as data, too, by what it is looked out for' },
  },
  examples: [
    'daybook guard Bash "npm install axios"',
    'daybook guard Write --file src/stock.ts --text "import axios from \'axios\'"',
    'daybook guard',
  ],
  faces: ['cli', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  think(world, { tool, words = '', file, text = '', before = '', traps }) {
    const known = world.settings.guard === 'off' ? [] : watched(world.wiki, world.entries);
    if (tool === undefined) return lookedOutFor(world, known);
    const deed = deedOf({ tool, words, files: file, text, before });
    const are = (wanted: Verdict) => known.filter(({ trap }) => verdict(trap, deed) === wanted);
    const [met, heeded] = [are('does'), are('heeds')];
    return {
      ...warning(world, met),
      data: {
        ...told(world, met),
        advised: met.map(({ entry }) => asEntry(world, entry)),
        trace: { ...idsOf('advised', met), ...idsOf('heeded', heeded) },
        ...(traps ? { traps: known.map(({ trap }) => trap) } : {}),
      },
    };
  },
});

/** Where something is told, a person sees it as a list. */
function warning(world: World, met: readonly Watched[]): Pick<Outcome, 'say' | 'rows' | 'changes'> {
  const shown = once(met);
  const say =
    shown.length === 0
      ? 'Nothing that went wrong before bears on it.'
      : `${denies(world, shown) ? 'Denied (setting `guard`)' : 'Mind this'}: it went wrong before.`;
  return { say, rows: shown.map(row), changes: [] };
}

/** What an agent is told: a call that is denied every time, all else once a session. */
function told(world: World, met: readonly Watched[]): { readonly context: string; readonly denied: boolean } {
  const denied = denies(world, met);
  const known = denied ? new Set() : advisedBefore(world);
  const shown = once(met)
    .filter(({ entry }) => !known.has(entry.id))
    .slice(0, MOST_SAID);
  if (shown.length === 0) return { context: '', denied: false };
  const head = denied
    ? 'This call is denied, since it went wrong before (setting `guard: deny`). Do it another way; where it is right all the same, ask the user.'
    : 'Before you go on: this went wrong before. The call is not stopped; weigh whether it is still right.';
  const lines = shown.map(
    ({ entry, line }) => `- ${NAMES[entry.type] ?? entry.type}: ${harmless(line)} [${placeOf(entry)}]`,
  );
  return { context: redactAll([head, '', ...lines].join('\n')).value, denied };
}

/** What somebody calls entries that are looked out for. */
const NAMES: Readonly<{ [type: string]: string }> = {
  failure: 'rejected',
  rejected: 'rejected',
  feedback: 'mistake',
  decision: 'decision',
  gotcha: 'gotcha',
};

const placeOf = ({ path, line, id }: Watched['entry']): string => `${path}:${line} ${shownId(id)}`;

const denies = (world: World, met: readonly Watched[]): boolean =>
  met.some((watched) => mayDeny(world, watched));

/** Ids of what this session was told before a call. */
const advisedBefore = (world: World): ReadonlySet<string> =>
  new Set(toldBefore(world).flatMap(({ advised = [] }) => advised));

/** The same thing may be kept in several notes: it is told by the first. */
const once = (met: readonly Watched[]): readonly Watched[] =>
  met.filter(
    ({ entry }, i) => !met.slice(0, i).some((one) => likeness(one.entry.text, entry.text) >= LOOP.warning),
  );

const idsOf = (name: 'advised' | 'heeded', found: readonly Watched[]) =>
  found.length === 0 ? {} : { [name]: found.map(({ entry }) => entry.id) };

const row = ({ entry, line }: Watched): Row => ({
  path: entry.path,
  line: entry.line,
  group: NAMES[entry.type] ?? entry.type,
  what: line,
  id: entry.id,
});

function lookedOutFor(world: World, known: readonly Watched[]): Outcome {
  const advising = known.filter((one) => asksToDeny(world, one) && !mayDeny(world, one)).length;
  return {
    ...(advising === 0 ? {} : { notices: [onlyAdvised(advising)] }),
    say:
      known.length === 0
        ? 'Nothing is looked out for. Keep what must not be tried again: `daybook reject WHAT --why WHY`.'
        : `${known.length} ${known.length === 1 ? 'thing is' : 'things are'} looked out for before a tool is called.`,
    rows: known.map(row),
    data: { watched: known.map(({ entry }) => asEntry(world, entry)) },
    changes: [],
  };
}

const onlyAdvised = (count: number): Notice => ({
  level: 'info',
  message: `${amount(count, 'entry', 'entries')} not written by Daybook here only advise; to let them deny: daybook trust`,
});
