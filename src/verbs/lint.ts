import { RULES } from '../lifecycle/lint/index.js';
import type { Finding, Inspection, Level } from '../lifecycle/lint/rule.js';
import { clockOf } from '../lifecycle/when/due.js';
import { amount } from '../wiki/amount.js';
import type { Change } from '../wiki/change.js';
import { allNotes, resolverOf } from '../wiki/links/graph.js';
import type { Wiki } from '../wiki/wiki.js';
import { planRefresh } from './context.js';
import { verb, type World } from './verb.js';

/** Looks through all notes for what somebody may want to mend (FEATURES F4). Status 1 where an error stands. */
export const lint = verb({
  name: 'lint',
  about: 'look through the notes for what should be mended; --fix mends what loses nothing',
  params: {
    fix: {
      kind: 'flag',
      about:
        'give a doubled id that nothing links to a new one, take out block ids that mark nothing, put reminders into columns, refresh the block',
    },
  },
  examples: ['daybook lint', 'daybook lint --fix'],
  faces: ['cli', 'mcp', 'cron'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  slow: true,
  whenUnknown: 'write',
  think(world, { fix }) {
    const found = inspect(world, world.wiki);
    const changes = fix ? mending(world, found) : [];
    const standing = changes.length === 0 ? found : inspect(world, world.wiki.after(changes));
    const notices = standing.map(({ rule, level, path, line, message }) => ({
      rule,
      level,
      path,
      line,
      message,
    }));
    return {
      say: summary(found, standing, fix ? 'mend' : 'look'),
      rows: notices.map(({ rule, path, line, message }) => ({
        group: path,
        path,
        line,
        what: `${rule} ${message}`,
      })),
      data: { notices },
      changes,
      ...(notices.some(({ level }) => level === 'error') ? { exit: 1 as const } : {}),
    };
  },
});

interface Notice {
  readonly rule: string;
  readonly level: Level;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly mend: Change | 'block' | null;
}

/** What all rules find, by path and line. */
function inspect(world: World, wiki: Wiki): Notice[] {
  const inspection = inspectionOf(world, wiki);
  const found = RULES.flatMap((rule) =>
    rule.find(inspection).map(
      (one): Notice => ({
        rule: rule.name,
        level: one.level ?? rule.level,
        path: one.path,
        line: one.line,
        message: one.message,
        mend: mendOf(rule.name, one),
      }),
    ),
  );
  return found.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}

/** A block over its budget is ours to write anew. */
const mendOf = (rule: string, { fix, level }: Finding): Notice['mend'] =>
  fix ?? (rule === 'context-block' && level === 'warning' ? 'block' : null);

function inspectionOf(world: World, wiki: Wiki): Inspection {
  const notes = allNotes(wiki);
  const target = world.settings['context.target'];
  return {
    wiki,
    notes,
    hasUnknown: wiki.allUnknown().length > 0,
    entries: world.entries,
    resolver: resolverOf(wiki, notes),
    clock: clockOf(world),
    frontMatterProblem: (text) => world.ask('frontMatterProblem', text),
    properties: (text) => world.ask('properties', text),
    block: target === 'none' ? null : { path: target, budget: world.settings['context.budget'] },
    tokens: (text) => world.ask('tokens', text),
    became: (claims) => world.ask('became', claims, PATIENCE_MS),
    links: () => world.ask('noteLinks'),
    secretlint: (texts) => world.ask('secretlint', texts),
    mint: () => world.ids.mint((id) => notes.some(({ text }) => text.includes(`^${id}`))),
  };
}

/** Git may take so long, in ms, for all that notes name: nobody waits for it by night. */
const PATIENCE_MS = 60_000;

/** What mends without losing anything; of one note the edits become one, in their order. */
function mending(world: World, found: readonly Notice[]): Change[] {
  const edits = found.flatMap(({ mend: one }) => (one === null || one === 'block' ? [] : [one]));
  const block = found.some(({ mend: one }) => one === 'block') ? planRefresh(world, world.wiki).changes : [];
  return [...joined(edits), ...block];
}

function joined(edits: readonly Change[]): Change[] {
  return [...new Set(edits.map(({ path }) => path))].flatMap((path): Change[] => {
    const own = edits.flatMap((change) => (change.path === path && change.do === 'edit' ? [change] : []));
    const [first] = own;
    if (!first) return [];
    const splices = own.flatMap((change) => change.splices).toSorted((a, b) => a.at - b.at);
    return [{ ...first, splices, why: [...new Set(own.map(({ why }) => why))].join('; ') }];
  });
}

const mendable = (notices: readonly Notice[]): number => notices.filter(({ mend }) => mend !== null).length;

/** What stands, and what was mended or could be. */
function summary(before: readonly Notice[], after: readonly Notice[], act: 'mend' | 'look'): string {
  const words = [
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'remark'],
  ] as const;
  const parts = words.flatMap(([level, word]) => {
    const count = after.filter((one) => one.level === level).length;
    return count === 0 ? [] : [amount(count, word)];
  });
  const mended = act === 'mend' ? mendable(before) - mendable(after) : 0;
  const did = mended > 0 ? `Mended ${mended}. ` : '';
  if (parts.length === 0) return `${did}Nothing${did ? ' else' : ''} to mend.`;
  const hint =
    act === 'look' && mendable(after) > 0 ? ` ${mendable(after)} can be mended: daybook lint --fix` : '';
  return `${did}${parts.join(', ')}${did ? ' left' : ''}.${hint}`;
}
