import { pathOf } from '../kinds/index.js';
import { freeName, stampOf } from '../lifecycle/snapshot/name.js';
import { listOf, textOf } from '../lifecycle/snapshot/snapshot.js';
import { items, passage } from '../lifecycle/task/written.js';
import { oneLine } from '../wiki/line.js';
import { fill } from '../wiki/template.js';
import { saidIn } from './said.js';
import { Refusal, verb } from './verb.js';

const REASONS = ['token_limit', 'manual', 'phase_end'] as const;

/** Saves a conversation before its context runs out, for a fresh agent to start from (External Memory §Context Snapshots). */
export const snap = verb({
  name: 'snap',
  about: 'save the conversation before its context runs out, for a fresh agent to start from',
  params: {
    reason: { kind: 'text', choices: REASONS, about: 'token_limit, manual or phase_end' },
    phase: { kind: 'text', about: 'exploration, planning, implementation or review', holder: 'PHASE' },
    task: { kind: 'text', about: 'the task', holder: 'TASK' },
    input: {
      kind: 'text',
      reads: true,
      about: 'summary, context, files, decisions, resume … as YAML or JSON',
      holder: 'FILE',
    },
  },
  examples: ['daybook snap --reason token_limit --task station_feature --phase implementation'],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  think(world, { reason = 'manual', phase, task, input }) {
    if (!REASONS.some((one) => one === reason))
      throw new Refusal(
        'usage',
        `--reason takes ${REASONS.join(', ')}, found \`${reason}\``,
        'write: --reason manual',
        {},
        2,
      );
    const said = saidIn(world, input);
    const text = (key: string) => textOf(said.get(key)) ?? undefined;
    const passageOf = (key: string) => {
      const words = text(key);
      return words === undefined || words.trim() === '' ? undefined : passage(words);
    };
    const list = (key: string) => items(listOf(said.get(key)));
    const now = world.local(world.now);
    const known = Number(world.ask('signal').estimated_tokens_ratio) * world.settings['pressure.window'] || 0;
    const count = Number(said.get('token_count')) || Math.round(known);
    const name = freeName(world.wiki, 'context_snapshots', `snap_${stampOf(now)}`);
    const path = `${world.wiki.content}/${pathOf('context-snapshot', { name })}`;
    const note = fill(world.ask('template', 'context-snapshot'), {
      timestamp: now.iso,
      token_count: count > 0 ? `~${count}` : 'unknown',
      reason,
      summary: passageOf('summary'),
      task: oneLine(task ?? text('task') ?? 'none'),
      phase: oneLine(phase ?? text('phase') ?? 'none'),
      agents: oneLine(listOf(said.get('agents')).join(', ') || 'none'),
      context: passageOf('context'),
      files: list('files'),
      decisions: list('decisions'),
      resume: passageOf('resume') ?? 'Read this note, then: daybook recover',
    });
    return {
      say: `Context snapshot saved. A fresh agent starts from ${path}`,
      did: `snap ${name} (${reason})`,
      data: { snap: { path, reason, tokens: count, task: task ?? text('task') ?? null } },
      changes: [{ do: 'create', path, text: note, why: 'a context snapshot' }],
    };
  },
});
