import type { CommandPlan } from '../command/define-command.js';
import type { CommandInput } from '../command/params.js';
import { forget } from '../features/forget/forget.command.js';
import {
  listFilesBesideNotes,
  type Scrubbed,
  sayScrubbed,
  scrub,
} from '../features/history/scrub.command.js';
import { isPresent } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { findGlobalRoot } from '../store/workspace/global-root.js';
import { removeSessionCache } from './agents/session-cache.js';
import { type CommandResult, executeCommand } from './execute.js';
import type { TypedRequest } from './invocation.js';
import { openRuntime, type Runtime } from './runtime.js';

/** Scrubs the workspace, the global root and the cache of transcripts, searches again, and reports what is left. */
export async function scrubEverywhere({ start, dryRun, ...request }: TypedRequest): Promise<CommandResult> {
  const input = request.input as unknown as CommandInput<typeof scrub.params>;
  const runtime = await openRuntime(start, 'workspace');
  const here = await executeCommand(scrub, input, runtime, { dryRun });
  const home = await globalHouse(runtime);
  const there = home && (await executeCommand(scrub, input, home, { dryRun }));
  if (!dryRun) removeSessionCache(findGlobalRoot(nodeFileSystem, start.env));
  const pattern = here.plan.scrubPattern;
  const left =
    dryRun || !pattern ? [] : [...leftIn(runtime, pattern, ''), ...(home ? leftIn(home, pattern, '~/') : [])];
  const roots = [here, ...(there ? [there] : [])].map(({ plan }) => plan.data.scrubbed as Scrubbed);
  const [own, global] = roots;
  const say = sayScrubbed(roots, left);
  const plan: CommandPlan = {
    ...here.plan,
    message: say,
    items: [
      ...left.map(({ path, why }) => ({ path, what: why })),
      ...(here.plan.items ?? []),
      ...(there?.plan.items ?? []).map((row) => ({ ...row, path: `~/${row.path}` })),
    ],
    data: { scrubbed: { ...own, ...(global ? { global } : {}), left } },
    ...(left.length > 0 ? { exit: 1 as const } : {}),
  };
  const diff = dryRun ? `${diffOf(here)}${there ? diffOf(there) : ''}${say}\n` : null;
  return { ...here, plan, diff };
}

/** Runs `forget`; with `--now` the texts are then scrubbed everywhere, and what is left is reported. */
export async function scrubForgotten({ start, dryRun, ...request }: TypedRequest): Promise<CommandResult> {
  const input = request.input as unknown as CommandInput<typeof forget.params>;
  const runtime = await openRuntime({ ...start, isTyped: true }, 'workspace');
  const result = await executeCommand(forget, input, runtime, { dryRun });
  const { scrubPattern } = result.plan;
  if (dryRun || !scrubPattern) return result;
  const pattern = `/${scrubPattern.source}/${scrubPattern.flags}`;
  const { plan } = await scrubEverywhere({ input: { pattern }, start, dryRun });
  return {
    ...result,
    plan: {
      ...result.plan,
      message: `${result.plan.message}\n${plan.message}`,
      data: { ...result.plan.data, ...plan.data },
      ...(plan.exit === undefined ? {} : { exit: plan.exit }),
    },
  };
}

/** Opens the global root as a workspace; null if there is none or it is the same. */
async function globalHouse(runtime: Runtime): Promise<Runtime | null> {
  const global = runtime.store?.root.global;
  return global !== undefined && isPresent(nodeFileSystem, global) ? runtime.atGlobalRoot() : null;
}

function leftIn({ store, settings }: Runtime, pattern: RegExp, before: string) {
  const found = store?.remains(pattern, listFilesBesideNotes(settings)) ?? [];
  return found.map(({ path, why }) => ({ path: before + path, why }));
}

/** Returns the diff of a dry run without the message at its end. */
const diffOf = ({ diff, plan }: CommandResult): string => (diff ?? '').slice(0, -(plan.message.length + 1));
