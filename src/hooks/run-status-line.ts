import { findOffSwitch } from '../app/agents/off-switch.js';
import { buildStatusLine, type ClientStatus } from '../app/agents/status-line-input.js';
import { logHookRun, openStoreIfAny } from '../app/record-activity.js';
import { STATUS_LINE } from '../features/agent-setup/hook-registrations.js';
import { asObject, parseHookInput, parseSessionId } from './parse-event.js';
import type { HookProcess } from './run-hook.js';

/** The same for a status line. */
interface StatusLineProcess extends HookProcess {
  /** Stores the compile cache for the next start. */
  readonly keep: () => void;
}

/**
 * Prints one line for a client's status bar, from the JSON of the client. Never throws: without a workspace it prints
 * nothing, and errors are recorded for `doctor`.
 */
export async function printStatusLine(process: StatusLineProcess): Promise<void> {
  const { status, cwd, fault } = parseInput(process.read());
  const { env } = process;
  const store = openStoreIfAny({
    cwd: env.CLAUDE_PROJECT_DIR || cwd || process.cwd,
    env,
    warn: () => undefined,
  });
  const keepFailed = (failed: string): void =>
    logHookRun(store, {
      at: new Date(Date.parse(env.DAYBOOK_NOW ?? '') || Date.now()).toISOString(),
      event: STATUS_LINE,
      agent: 'claude',
      session: status.session,
      ms: Math.round(process.elapsed()),
      failed,
    });
  if (fault !== '') keepFailed(fault);
  if (store === null) return;
  if (findOffSwitch(store, status.session ?? '', env) !== null) return process.out('daybook: off\n');
  try {
    process.out(`${await buildStatusLine(store, status, process)}\n`);
  } catch (error) {
    keepFailed((error instanceof Error ? error.message : String(error)).slice(0, 400));
  }
}

/** The client's input and its workspace, or the reason why it cannot be read. */
interface Read {
  readonly status: ClientStatus;
  readonly cwd: string | null;
  readonly fault: string;
}

/** Parses the status-line input of Claude Code. Never throws. */
function parseInput(text: string): Read {
  try {
    const input = parseHookInput(text);
    const { project_dir: project } = asObject(input.workspace);
    const [folder] = [project, input.cwd].filter((one) => typeof one === 'string' && one !== '');
    const session = typeof input.session_id === 'string' ? parseSessionId(input.session_id) : null;
    return {
      status: { session, filled: filledIn(asObject(input.context_window)) },
      cwd: (folder as string) ?? null,
      fault: '',
    };
  } catch (error) {
    return {
      status: { session: null, filled: null },
      cwd: null,
      fault: error instanceof Error ? error.message : '',
    };
  }
}

/** The parts of the usage that count as context; the client's percentage is their sum. */
const IN_CONTEXT = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

/** The exact figures if there are any, else computed from the percentage; before the first answer only the window. */
function filledIn(window: Readonly<Record<string, unknown>>): ClientStatus['filled'] {
  const size = countIn(window.context_window_size);
  const usage = asObject(window.current_usage);
  const used = IN_CONTEXT.map((key) => countIn(usage[key]) ?? 0).reduce((sum, one) => sum + one, 0);
  const percentage = countIn(window.used_percentage);
  if (size === null || size === 0) return null;
  if (used > 0) return { tokens: used, window: size };
  return { tokens: percentage === null ? null : Math.round((percentage / 100) * size), window: size };
}

const countIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
