import { pathOf } from '../kinds/index.js';
import { bearingOn } from '../recall/matching/bears.js';
import { meaningsIn } from '../recall/words/synonyms.js';
import { GLOBAL_CONTENT, type Located } from '../wiki/entries.js';
import { marksOf, withKey } from '../wiki/marks.js';
import { asEntry, entriesAt } from './entries.js';
import { globalMarker, isHome } from './global.js';
import { log } from './log.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

/** Warns of known traps before work begins, those of this project and those of all (Mind; FEATURES A8). */
export const edges = verb({
  name: 'edges',
  about: 'warn of known gotchas before you begin; `edges add TEXT` remembers one',
  params: {
    intent: { kind: 'text', word: 'one', about: 'what you are about to do; or `add`' },
    text: { kind: 'text', word: 'rest', about: 'the gotcha: "X -> the way around it"' },
    file: { kind: 'text', many: true, about: 'a file that will be touched', holder: 'FILE' },
    global: { kind: 'flag', reaches: 'outside', about: 'add it for all projects, below DAYBOOK_HOME' },
  },
  examples: [
    'daybook edges "refactor the export job"',
    'daybook edges add "npm ci wipes node_modules -> mount a volume"',
    'daybook edges add "macOS sed needs -i with a suffix" --global',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  brief: true,
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { intent = '', text, file, global }) {
    if (intent === 'add' && text !== undefined) return add(world, text, file, global);
    const meant = [intent, text ?? ''].join(' ').trim();
    if (global || intent === 'add')
      throw usage('it is not said which gotcha', 'write: daybook edges add "X -> the way around it"');
    if (meant === '' && file.length === 0)
      throw usage(
        'it is not said what you are about to do',
        'write: daybook edges "refactor the export job"',
      );
    return warn(world, meant, file);
  },
});

function warn(world: World, intent: string, files: readonly string[]): Outcome {
  const known = [
    ...gotchasIn(world, world.wiki.content),
    ...(isHome(world) ? [] : gotchasIn(world, GLOBAL_CONTENT)),
  ];
  const bears = bearingOn(intent, files, meaningsIn(world.settings['search.synonyms']));
  const found = known.filter((entry) => bears(saying(entry)));
  return {
    say:
      found.length === 0
        ? `No known gotcha bears on it (of ${known.length}).`
        : `Mind ${found.length === 1 ? 'this gotcha' : `these ${found.length} gotchas`}:`,
    rows: found.map((entry) => ({
      path: entry.path,
      line: entry.line,
      group: entry.path.startsWith('~/') ? 'Global gotchas' : 'Gotchas',
      what: withKey(entry.text, entry),
      why: [entry.why, ...marksOf(entry)].filter(Boolean).join(', ') || null,
    })),
    data: { gotchas: found.map((entry) => asEntry(world, entry)) },
    changes: [],
  };
}

/** Traps that still hold, below a content folder. */
function gotchasIn(world: World, content: string): readonly Located[] {
  return entriesAt(world, world.wiki, `${content}/${pathOf('memory')}`, 'gotcha').filter(
    ({ status, superseded }) =>
      superseded === null && status !== 'done' && status !== 'dropped' && status !== 'resolved',
  );
}

const saying = ({ text, why }: Located): string => (why === null ? text : `${text}: ${why}`);

function add(world: World, text: string, file: readonly string[], global: boolean): Outcome {
  const parts = gotchaParts(text);
  const input = { ...parts, type: 'gotcha' as const, tag: [], file, from: undefined, branch: false };
  if (!global || isHome(world)) return log.think(world, input);
  const logged = log.think({ ...world, wiki: { ...world.wiki, content: GLOBAL_CONTENT } }, input);
  if (logged.changes.length === 0) return logged;
  return {
    ...logged,
    say: logged.say.replace('Logged to', 'Logged to the global'),
    changes: [...logged.changes, ...globalMarker(world)],
  };
}

/** `X -> the way around it`, as loosely as people write it. */
function gotchaParts(text: string): { readonly text: string; readonly why: string | undefined } {
  const [, trap = text, way] = /^(?:gotcha:\s*)?(.*?\S)\s+(?:->|→|=>|--)\s+(.+)$/is.exec(text) ?? [];
  return { text: trap, why: way };
}

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
