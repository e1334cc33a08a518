import type { Invocation } from '../app/invocation.js';
import { openRuntime } from '../app/runtime.js';
import type { CommandPlan } from '../command/define-command.js';
import { runDueJobs } from './tick.js';

/** The runtime of the scheduler, and its output. */
interface DaemonOptions {
  readonly start: Invocation;
  readonly say: (text: string) => void;
  /** Stops the scheduler. A running job is stopped too; the next tick starts it again. */
  readonly stopped: AbortSignal;
}

/** Runs due jobs now and every minute until it is stopped. Reads the settings each time. */
export async function runDaemon({ start, say, stopped }: DaemonOptions): Promise<CommandPlan> {
  const { runEveryMinute: everyMinute } = await import('./ticker.js');
  let looks = 0;
  const look = async (): Promise<void> => {
    looks++;
    try {
      const runtime = await openRuntime(start, 'workspace');
      for (const { job, what, said: text } of await runDueJobs({ runtime, env: start.env, stop: stopped }))
        say(`${timeOf(runtime.clock)} ${job} ${what === 'done' ? text : `failed: ${text}`}\n`);
    } catch (error) {
      start.warn(error instanceof Error ? error.message : String(error)); // the next tick may succeed
    }
  };
  say('The clock ticks every minute here; ^C stops it.\n');
  const ticker = everyMinute(look);
  await look();
  await new Promise<void>((settle) => {
    if (stopped.aborted) settle();
    else stopped.addEventListener('abort', () => settle());
  });
  ticker.stop();
  return {
    message: `Stopped after ${looks === 1 ? '1 look' : `${looks} looks`}.`,
    data: { looks },
    changes: [],
  };
}

/** Aborts at the first signal of the system to end this process. */
export function createShutdownSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

const timeOf = ({ now, local }: { now: number; local: (ms: number) => { readonly iso: string } }): string =>
  local(now).iso.slice(0, 16).replace('T', ' ');
