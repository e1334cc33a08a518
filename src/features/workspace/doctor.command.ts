import { type CommandContext, type CommandReply, defineCommand } from '../../command/define-command.js';
import type { ProgramResult } from '../../command/effects.js';
import { defineFlag, defineWord } from '../../command/params.js';
import type { HealthCheckResult } from '../../command/queries.js';
import { isRetiredSetting, listSettingValues } from '../../config/check-setting.js';
import { pluralize } from '../../text/pluralize.js';
import { quoteName, stripInvisible } from '../../text/sanitize.js';
import { formatUnreadSessions } from '../agent-sessions/find-session.js';
import {
  checkManagedFiles,
  findProgramFor,
  isInstalled,
  isInstalledProgram,
  isOutdated,
  isProgramless,
  type ManagedFileStatus,
  planAgentRepair,
} from '../agent-setup/agent-files.js';
import { listAgentEvents } from '../agent-setup/hook-events.js';
import {
  AGENTS,
  type AgentName,
  DOCTOR_SESSION,
  HOOKS,
  type HookProgram,
  STATUS_LINE,
} from '../agent-setup/hook-registrations.js';
import { MCP_SERVER } from '../agent-setup/managed-settings-file.js';
import { planRefresh } from '../context-block/refresh-block.js';
import { findMissingImport } from '../context-block/rules-import.js';
import { checkJobs } from '../cron/check-jobs.js';
import { describeGone } from '../history/revert-changes.js';
import { checkLint } from '../lint/find-notices.js';
import { checkGitSetup, planExclusion, planGitSetup } from '../sharing/git-setup.js';
import { checkUnreadNotes } from '../sharing/unread-notes.js';
import { checkHooks } from './check-hooks.js';

/** Checks the store, tries every integration, and repairs what can be repaired without loss. */
export const doctor = defineCommand({
  name: 'doctor',
  description: 'check the installation by using it; --fix repairs without loss',
  group: 'Every day',
  params: {
    action: defineWord('what to do'),
    fix: defineFlag('fix what can be fixed without losing anything'),
  },
  actions: {
    unlock: { description: 'remove a lock whose owner cannot be determined' },
  },
  defaultAction: { description: 'check everything', params: { fix: {} } },
  examples: ['daybook doctor', 'daybook doctor --fix', 'daybook doctor unlock'],
  plan(ctx, { action, fix }) {
    if (action === 'unlock') return unlocked(ctx);
    const checks: readonly HealthCheckResult[] = [
      ...ctx.query('checkup', fix),
      catalogue(ctx),
      ...checkRetiredSettings(ctx),
      ...[ctx.query('embedder') ?? []].flat(),
      ...agents(ctx, fix),
      ...checkHooks(ctx),
      checkJobs(ctx),
      ...checkGitSetup(ctx, fix),
      ...checkRulesImport(ctx, fix),
      ...checkUnreadNotes(ctx),
      ...checkUnreadSessions(ctx),
      checkLint(ctx),
      ...describeGone(ctx).map((detail) => ({ name: 'gone', ok: true, detail })),
    ];
    const git = fix ? planGitSetup(ctx) : null;
    const block =
      fix && findMissingImport(ctx) ? planRefresh(ctx, ctx.notebook, { whileOpen: 'write' }) : null;
    const exclusion = fix ? planExclusion(ctx, []) : [];
    const bad = checks.filter(({ ok }) => !ok);
    const mendable = bad.some((check) => check.mendable);
    const advice = mendable && !fix ? ' Repair it without loss: `daybook doctor --fix`.' : '';
    return {
      message:
        bad.length === 0
          ? `All ${checks.length} checks passed.`
          : `${bad.length} of ${checks.length} checks failed.${advice}`,
      items: [...bad, ...checks.filter(({ ok }) => ok)].map(({ name, ok, detail }) => ({
        mark: ok ? 'ok ' : 'BAD',
        what: name,
        why: quoteName(detail),
      })),
      data: { checks },
      changes: [...(git?.changes ?? []), ...(block?.changes ?? []), ...(fix ? planAgentRepair(ctx) : [])],
      effects: [...(git?.effects ?? []), ...exclusion],
      ...(bad.length === 0 ? {} : { exit: 1 as const }),
    };
  },
});

/** Checks that the file with the block hides no AGENTS.md from Claude Code. */
function checkRulesImport(ctx: CommandContext, isMended: boolean): readonly HealthCheckResult[] {
  const missing = findMissingImport(ctx);
  if (missing === '' || isMended) return [];
  const target = ctx.settings['context.target'];
  const detail = `${target} hides ${missing.slice(1)} from Claude Code, which reads it only where a file of its own imports it`;
  return [{ name: 'rules for agents', ok: false, detail, mendable: true }];
}

/** Names the settings of earlier versions that still stand in `daybook.yaml`. */
function checkRetiredSettings({ notebook, query }: CommandContext): readonly HealthCheckResult[] {
  const { parseYaml } = query('yaml');
  try {
    const values = listSettingValues(parseYaml(notebook.note('daybook.yaml')?.text ?? ''));
    const retired = values.map(([name]) => name).filter(isRetiredSetting);
    const detail = `${retired.join(', ')}: of an earlier version, without effect; remove from daybook.yaml`;
    return retired.length === 0 ? [] : [{ name: 'settings', ok: true, detail }];
  } catch {
    return []; // text that is no YAML has its own warning
  }
}

/** Names the sessions of agents that are in no form that is read. */
function checkUnreadSessions(ctx: CommandContext): readonly HealthCheckResult[] {
  const detail = formatUnreadSessions(ctx);
  return detail === '' ? [] : [{ name: 'transcripts not read', ok: true, detail }];
}

function catalogue(ctx: CommandContext): HealthCheckResult {
  const { entries, notes } = ctx.query('counts');
  return {
    name: 'search index',
    ok: true,
    detail: `${pluralize(entries, 'entry', 'entries')} in ${pluralize(notes, 'note')}`,
  };
}

/** Checks each agent that is set up: its files are compared with those of `init`, and this build is tried. */
function agents(ctx: CommandContext, fix: boolean): readonly HealthCheckResult[] {
  const found = AGENTS.filter((agent) => isInstalled(ctx, agent));
  if (found.length === 0)
    return [{ name: 'agents', ok: true, detail: 'none is set up: daybook init --agent claude' }];
  const headless = ctx.settings['agents.headless'];
  const checks = found.flatMap((agent) =>
    fix && isOutdated(ctx, agent)
      ? [
          {
            name: `hooks and server of ${agent}`,
            ok: true,
            detail: 'were updated: they start this installation now',
          },
        ]
      : [
          ...hooks(ctx, agent),
          ...statusLine(ctx, agent),
          ...server(ctx, agent),
          ...(isProgramless(agent) ? files(ctx, agent) : []),
        ],
  );
  return [{ name: 'agents.headless', ok: true, detail: HEADLESS_SAVES[headless] ?? headless }, ...checks];
}

/** What agents save on their own in runs without a person, such as `codex exec`. */
const HEADLESS_SAVES: Readonly<Record<string, string>> = {
  on: 'agents save in runs without a person, too',
  ask: 'runs without a person write nothing, and say what they would save',
  off: 'runs without a person save nothing on their own',
};

/** Agents that are set up by files alone: only the files can be checked. */
const files = (ctx: CommandContext, agent: AgentName): readonly HealthCheckResult[] =>
  checkManagedFiles(ctx, agent).map(({ path, standing }) => ({
    name: `${path} of ${agent}`,
    ok: standing !== 'missing',
    detail: STANDS[standing](`daybook init --agent ${agent}`),
  }));

const STANDS: Readonly<Record<ManagedFileStatus, (init: string) => string>> = {
  'in place': () => 'is in place',
  missing: (init) => `is missing: ${init}`,
  'of another version': (init) => `is of another version: ${init}`,
  'changed by hand': (init) => `was changed by hand and is left alone; to get ours, move it and run: ${init}`,
};

/** Test input for each event, which stores nothing and belongs to no session. */
const SAMPLES: Readonly<Record<string, object>> = {
  SessionStart: { source: 'compact' },
  UserPromptSubmit: { prompt: 'ok' },
  PreToolUse: { tool_name: 'Bash', tool_input: { command: 'true' }, tool_use_id: 'doctor' },
  PostToolUse: {},
  PostToolUseFailure: {},
  SubagentStart: { agent_type: 'Explore' },
  SubagentStop: { agent_type: 'Explore' },
  TaskCompleted: { task_subject: 'nothing' },
  Stop: { stop_hook_active: false },
  PostCompact: { trigger: 'manual' },
  PreCompact: { trigger: 'manual', custom_instructions: null },
  SessionEnd: { reason: 'other' },
};

function hooks(ctx: CommandContext, agent: AgentName): readonly HealthCheckResult[] {
  return listAgentEvents(agent).map(([event]) => {
    const name = `hook ${event} of ${agent}`;
    const program = findProgramFor(ctx, agent, event);
    if (!program) return { name, ok: false, detail: `is missing: daybook init --agent ${agent}` };
    return checkProgram(ctx, agent, event, program, name) ?? tried(ctx, name, event, agent);
  });
}

/**
 * Compares a command line with that of `init`. It is never run, as it may come from others. Null if it is ours; then
 * this build is tried.
 */
function checkProgram(
  ctx: CommandContext,
  agent: AgentName,
  of: string,
  program: HookProgram,
  name: string,
): HealthCheckResult | null {
  if (isInstalledProgram(ctx, agent, of, program)) return null;
  const line = stripInvisible([program.command, ...(program.args ?? [])].join(' ')).slice(0, MOST_OF_A_LINE);
  return {
    name,
    ok: false,
    mendable: true,
    detail: `is not what daybook installed, and was not run: ${JSON.stringify(line)}; look at it, then: daybook init --agent ${agent}`,
  };
}

const MOST_OF_A_LINE = 120;

function tried(ctx: CommandContext, name: string, event: string, agent: AgentName): HealthCheckResult {
  const input = { ...SAMPLES[event], session_id: DOCTOR_SESSION, hook_event_name: event };
  const { status, out, ms, problem } = runDaybook(ctx, ['hook', event, agent], JSON.stringify(input));
  const most = (HOOKS[event]?.timeout ?? 0) * 1000;
  const detail = problem || (status === 0 ? `answers in ${ms} ms` : `ended with status ${status}`);
  if (status !== 0 || ms > most) return { name, ok: false, detail };
  const isSound = event === 'PreCompact' || out === '' || isJson(out);
  return { name, ok: isSound, detail: isSound ? detail : `does not answer with JSON: ${out.slice(0, 80)}` };
}

/** Timeout of a hook, in ms. */
const PROGRAM_TIMEOUT_MS = 20_000;

/** Runs this build with these words and this input, as an agent would. */
const runDaybook = (ctx: CommandContext, words: readonly string[], input: string): ProgramResult =>
  ctx.query('prepared', { kind: 'program', words, input, timeoutMs: PROGRAM_TIMEOUT_MS });

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Tries the status line, if it is ours, with a client's input. */
function statusLine(ctx: CommandContext, agent: AgentName): readonly HealthCheckResult[] {
  const program = findProgramFor(ctx, agent, STATUS_LINE);
  if (!program) return [];
  const name = `status line of ${agent}`;
  const other = checkProgram(ctx, agent, STATUS_LINE, program, name);
  if (other) return [other];
  const { status, out, ms, problem } = runDaybook(ctx, [STATUS_LINE], JSON.stringify(A_STATUS));
  const ok = status === 0 && /^GREEN 5 %[^\n]*\n$/.test(out);
  const detail = ok ? `answers in ${ms} ms` : problem || `prints ${JSON.stringify(out.slice(0, 80))}`;
  return [{ name, ok, detail }];
}

const A_STATUS = {
  session_id: DOCTOR_SESSION,
  context_window: {
    context_window_size: 200_000,
    used_percentage: 5,
    current_usage: { input_tokens: 10_000 },
  },
};

/** Starts the MCP server, where the client's settings name it as `init` does, and calls a tool that only reads. */
function server(ctx: CommandContext, agent: AgentName): readonly HealthCheckResult[] {
  const program = findProgramFor(ctx, agent, MCP_SERVER);
  if (!program) return [];
  const name = `server of ${agent}`;
  const other = checkProgram(ctx, agent, MCP_SERVER, program, name);
  if (other) return [other];
  const { out, ms, problem } = runDaybook(
    ctx,
    ['mcp'],
    CALLS.map((call) => `${JSON.stringify(call)}\n`).join(''),
  );
  const answer = out.split('\n').find((line) => line.includes(`"id":${LAST}`));
  const ok = answer?.includes('"content"') ?? false;
  const text = answer === undefined ? 'says nothing' : answer.slice(0, 120);
  return [{ name, ok, detail: ok ? `calls mind_session in ${ms} ms` : problem || text }];
}

const LAST = 2;
const CALLS = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: DOCTOR_SESSION, version: '1' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: LAST, method: 'tools/call', params: { name: 'mind_session', arguments: {} } },
];

const unlocked = (ctx: CommandContext): CommandReply => {
  const say = ctx.query('unlock') ? 'The lock is taken away.' : 'There is no lock: nothing to do.';
  return { message: say, data: { checks: [] } };
};
