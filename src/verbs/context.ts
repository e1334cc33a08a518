import { propose } from '../lifecycle/propose.js';
import { appendBlock, replaceBetweenMarkers } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import { blockLines, type ContextBlock, findBlock, isEdited } from '../wiki/context-block.js';
import { harmless } from '../wiki/harmless.js';
import type { Wiki } from '../wiki/wiki.js';
import { type Brief, readBrief, readMemory } from './reading.js';
import { type Notice, Refusal, verb, type World } from './verb.js';

/** Refreshes the context block, or prints it. */
export const context = verb({
  name: 'context',
  about: 'refresh the context block in CLAUDE.md, or print it with --stdout',
  params: {
    stdout: { kind: 'flag', about: 'print the brief and write nothing' },
    target: {
      kind: 'text',
      reaches: 'outside',
      about: 'file that holds the block (CLAUDE.md)',
      holder: 'FILE',
    },
  },
  examples: ['daybook context', 'daybook context --stdout'],
  faces: ['cli', 'cron'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => false,
  whenUnknown: 'write',
  think(world, { stdout, target = world.settings['context.target'] }) {
    if (target !== 'none' && !/\.mdc?$/i.test(target)) throw noTarget(target);
    const { text, tokens, omitted } = readBrief(world, world.wiki, world.settings['context.budget']);
    const data = { context: text, tokens, omitted };
    if (stdout) return { say: text.trimEnd(), data, changes: [] };
    const refresh = planRefresh(world, world.wiki, target);
    if (refresh === HELD) return { say: `The context block in ${target} stays as it is.`, data, ...HELD };
    const { changes, notices } = refresh;
    const bad = notices.find(({ level }) => level === 'error');
    if (bad)
      throw new Refusal(
        'bad-block',
        `${target}:${bad.line}: ${bad.message}`,
        `mend the markers there, then: daybook context`,
        { path: target },
      );
    const say =
      changes.length === 0
        ? `The context block in ${target} is as it should be.`
        : `Refreshed the context block in ${target}: ${tokens} tokens.`;
    return { say, data, changes, notices };
  },
});

const noTarget = (target: string): Refusal =>
  new Refusal(
    'bad-target',
    `the context block is kept in a Markdown file, found \`${target}\``,
    'name one that your agent reads: CLAUDE.md, AGENTS.md, .github/copilot-instructions.md',
    { path: target },
  );

/** The block as it would be refreshed; held where it depends on a note that cannot be read, or may not be written. */
export const planRefresh = (world: World, wiki: Wiki, target?: string, brief?: Brief): Refresh =>
  world.known<Refresh>(() => contextChange(world, wiki, target, brief), HELD);

/** What refreshing the block takes, and what its reader should know. */
export interface Refresh {
  readonly changes: readonly Change[];
  readonly notices: readonly Notice[];
}

const HELD: Refresh = { changes: [], notices: [] };

/**
 * Plans to bring the context block up to date (FEATURES A10); nothing where it is so already. What somebody wrote
 * between the markers is saved into the inbox first. Where the markers are no pair the file is left alone. `brief` is
 * the one to show where it was read already.
 */
export function contextChange(
  world: World,
  wiki: Wiki,
  target = world.settings['context.target'],
  brief?: Brief,
): Refresh {
  if (target === 'none') return { changes: [], notices: [] };
  const { text } = brief ?? readBrief(world, wiki, world.settings['context.budget']);
  const lines = blockLines(text);
  const why = 'the brief for agents';
  const note = wiki.note(target);
  if (!note)
    return {
      changes: [{ do: 'create', path: target, text: `${importOf(wiki, target)}${lines.join('\n')}\n`, why }],
      notices: [],
    };
  const outline = wiki.outline(note);
  const found = findBlock(outline, note.text);
  if (found && 'problem' in found) {
    return {
      changes: [],
      notices: [
        {
          level: 'error',
          path: target,
          line: found.line,
          message: `${found.problem}; the block is left alone`,
        },
      ],
    };
  }
  const splices = found
    ? replaceBetweenMarkers(note.text, outline, found, lines)
    : appendBlock(note.text, outline, lines);
  const rescued =
    found && isEdited(found) ? rescue(world, wiki, target, found, text) : { changes: [], notices: [] };
  if (splices.length === 0) return rescued;
  return {
    changes: [...rescued.changes, { do: 'edit', path: target, base: note.hash, splices, why }],
    notices: rescued.notices,
  };
}

/** A new CLAUDE.md must not hide an AGENTS.md, which agents read only where no CLAUDE.md stands. */
const importOf = (wiki: Wiki, target: string): string =>
  target === 'CLAUDE.md' && wiki.note('AGENTS.md') ? '@AGENTS.md\n\n' : '';

/** Lines that somebody wrote into the block: those that neither the old nor the new brief would hold. */
function rescue(world: World, wiki: Wiki, target: string, block: ContextBlock, fresh: string): Refresh {
  const memory = readMemory(world, wiki);
  const entries = [
    ...memory.memory,
    ...memory.session,
    ...memory.days,
    ...memory.reminders,
    ...memory.feedback,
    ...memory.handoffs,
  ];
  const isOurs = (line: string) =>
    fresh.includes(line) ||
    /^(#|\d+ more left out)/.test(line) ||
    entries.some(({ text }) => line.includes(harmless(text.split('\n', 1)[0] ?? text)));
  const lines = block.body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isOurs(line));
  const found = `the context block of ${target}`;
  let now = wiki;
  const changes = lines.flatMap((line) => {
    const made = propose({ act: 'keep', line: line.replace(/^[-*+]\s+/, ''), found }, now, {
      ids: world.ids,
      template: (name) => world.ask('template', name),
    });
    now = now.after(made);
    return made;
  });
  if (changes.length === 0) return { changes, notices: [] };
  const message = `somebody edited the context block; ${changes.length === 1 ? 'the line is' : 'the lines are'} kept in INBOX.md`;
  return { changes, notices: [{ level: 'warning', path: target, line: block.line, message }] };
}
