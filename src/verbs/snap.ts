import { pathOf } from '../kinds/index.js';
import { firstLayerOf, NOT_STATED, secondLayerOf } from '../lifecycle/snapshot/extract.js';
import { freeName, stampOf } from '../lifecycle/snapshot/name.js';
import { shelfOf } from '../lifecycle/snapshot/shelf.js';
import { listOf, textOf } from '../lifecycle/snapshot/snapshot.js';
import { sectionSpan } from '../lifecycle/task/sheet.js';
import { items, passage } from '../lifecycle/task/written.js';
import type { Outline } from '../markdown/outline.js';
import { indexOfHeading, replaceSpan } from '../markdown/place.js';
import type { Splice } from '../markdown/splice.js';
import { oneLine } from '../wiki/line.js';
import { fill, type Holes } from '../wiki/template.js';
import { knownOf } from './knowing.js';
import { saidIn } from './said.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

const REASONS = ['token_limit', 'manual', 'phase_end'] as const;

/** Saves a conversation before its context runs out, for a fresh agent to start from (External Memory §Context Snapshots). */
export const snap = verb({
  name: 'snap',
  about: 'save the conversation before its context runs out, for a fresh agent to start from',
  params: {
    reason: { kind: 'text', choices: REASONS, about: 'token_limit, manual or phase_end' },
    phase: { kind: 'text', about: 'exploration, planning, implementation or review', holder: 'PHASE' },
    task: { kind: 'text', about: 'the task', holder: 'TASK' },
    summary: {
      kind: 'text',
      about: 'a client’s summary after it compacted; it goes into the snapshot that was left before',
      holder: 'TEXT',
    },
    input: {
      kind: 'text',
      reads: true,
      about: 'summary, context, files, decisions, resume … as YAML or JSON; what is missing is gathered',
      holder: 'FILE',
    },
  },
  examples: ['daybook snap --reason token_limit --task station_feature --phase implementation'],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { reason = 'manual', phase, task: named, summary, input }) {
    const before = summary === undefined ? null : withSummary(world, summary);
    if (before) return before;
    if (!REASONS.some((one) => one === reason))
      throw new Refusal(
        'usage',
        `--reason takes ${REASONS.join(', ')}, found \`${reason}\``,
        'write: --reason manual',
        {},
        2,
      );
    const said = saidIn(world, input);
    const task = named ?? textOf(said.get('task'));
    const now = world.local(world.now);
    const count = Number(said.get('token_count')) || tokensNow(world);
    const name = freeName(world.wiki, 'context-snapshot', `snap_${stampOf(now)}`);
    const path = `${world.wiki.content}/${pathOf('context-snapshot', { name })}`;
    const note = fill(world.ask('template', 'context-snapshot'), {
      ...gathered(world, task),
      ...toldBy(said),
      ...(summary?.trim() ? { summary: passage(plainSummary(summary)) } : {}),
      timestamp: now.iso,
      token_count: count > 0 ? `~${count}` : 'unknown',
      reason,
      task: oneLine(task ?? 'none'),
      phase: oneLine(phase ?? textOf(said.get('phase')) ?? 'none'),
      agents: oneLine(listOf(said.get('agents')).join(', ') || 'none'),
    });
    return {
      say: `Context snapshot saved. A fresh agent starts from ${path}`,
      did: `snap ${name} (${reason})`,
      data: { snap: { path, reason, tokens: count, task } },
      changes: [{ do: 'create', path, text: note, why: 'a context snapshot' }],
    };
  },
});

/** So long after a snapshot a client’s compaction is still the same one, in ms. */
const SAME_COMPACTION = 30 * 60_000;

/** The snapshot that this session left before it compacted, with the client’s own summary in it; null where there is none. */
function withSummary(world: World, summary: string): Outcome | null {
  const { session } = world.who;
  const words = plainSummary(summary);
  const mark = world.ask('lately', session).marks.findLast((one) => one.mark === 'snapped');
  const note = mark?.path === undefined ? null : world.wiki.note(mark.path);
  if (!mark || !note || words === '' || world.now - Date.parse(mark.at) > SAME_COMPACTION) return null;
  const splices = summarised(note.text, world.wiki.outline(note), passage(words));
  if (splices === null) return null;
  const why = 'the summary of the client';
  return {
    say: `The summary stands in ${note.path}`,
    did: 'the summary of a compaction',
    data: { snap: { path: note.path } },
    changes: [
      {
        do: 'edit',
        path: note.path,
        base: note.hash,
        splices,
        why,
      },
    ],
  };
}

/** Puts a summary where there is one, else before what comes after it; null where neither stands. */
function summarised(text: string, outline: Outline, summary: string): readonly Splice[] | null {
  const span = sectionSpan({ text, outline }, SUMMARY);
  if (span) return replaceSpan(text, span.start, span.end, `${summary}\n`);
  const after = outline.blocks[indexOfHeading(outline, 'Current State')];
  return after ? replaceSpan(text, after.start, after.start, `## ${SUMMARY}\n${summary}\n\n`) : null;
}

const SUMMARY = 'Conversation Summary';

/** Claude Code writes its thoughts before the summary, and tags around both. */
const plainSummary = (text: string): string =>
  (/<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(text)?.[1] ?? text).trim();

/** Tokens in the context as they were last known; 0 where nobody knows. */
const tokensNow = (world: World): number =>
  Math.round(Number(world.ask('signal').estimated_tokens_ratio) * world.settings['pressure.window']) || 0;

/** What was said, by the section that it goes to. */
function toldBy(said: ReadonlyMap<string, unknown>): Holes {
  const passages = ['summary', 'context', 'resume'].flatMap((key) => {
    const words = textOf(said.get(key))?.trim();
    return words ? [[key, passage(words)] as const] : [];
  });
  const lists = ['files', 'decisions'].flatMap((key) => {
    const list = items(listOf(said.get(key)));
    return list === undefined ? [] : [[key, list] as const];
  });
  return Object.fromEntries([...passages, ...lists]);
}

/** What is known where nothing was said: the session, what must hold, the files that git sees changed, and the plan. */
function gathered(world: World, task: string | null | undefined): Holes {
  const shelf = shelfOf(world.wiki, (text) => world.ask('properties', text));
  const changes = world.ask('treeChanges');
  const known = knownOf(world, {
    given: {},
    topic: task ?? undefined,
    shelf,
    changes,
    transcript: undefined,
    layers: ['1', '2'],
    read: 'ends',
  });
  const { goal, state, next_action: next, active_files: files } = firstLayerOf({}, known);
  const { constraints, decisions } = secondLayerOf({}, known);
  const stated = (...texts: string[]) => texts.filter((text) => text !== NOT_STATED).map(oneLine);
  return {
    summary: stated(goal, state).map(passage).join('\n\n') || undefined,
    context: items([...constraints, ...decisions]),
    files: items(files.map((file) => `\`${file}\``)),
    resume: [...stated(next).map(passage), 'read this note, then: daybook recover'].join('; '),
  };
}
