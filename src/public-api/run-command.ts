import { executeCommand } from '../app/execute.js';
import { resolveFileInputs } from '../app/input-files.js';
import { openRuntime } from '../app/runtime.js';
import { parseInput } from '../command/coerce-input.js';
import type { Actor, Command, Notice } from '../command/define-command.js';
import type { CommandInput, ParamDefinition, ParamDefinitions } from '../command/params.js';
import type { ReplyOf } from '../output/schemas/index.js';

type RequiredKeys<P extends ParamDefinitions> = {
  [K in keyof P]: P[K] extends { required: true } ? K : never;
}[keyof P];

/** What a caller passes to a command: its required parameters, and any of the others. */
export type RunInput<P extends ParamDefinitions> = {
  readonly [K in RequiredKeys<P>]: CommandInput<P>[K];
} & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: CommandInput<P>[K] | undefined;
};

/** Where and how a command runs; everything is optional. */
export interface RunOptions {
  /** The folder whose workspace is used, and that file names are relative to; the current folder by default. */
  readonly cwd?: string;
  /** The workspace, if it is not the one of `cwd`. */
  readonly workspace?: string;
  /** The author of entries, such as the name of an agent; by default what the environment says. */
  readonly by?: string;
  /** The session of the author. */
  readonly session?: string;
  /** The variables to use; those of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Plans the command and returns the diff without changing anything. */
  readonly dryRun?: boolean;
  /** Called with each warning about settings or files; ignored by default. */
  readonly warn?: (text: string) => void;
}

/** The result of a command; `D` is the type of its data. */
export interface RunResult<D = Readonly<Record<string, unknown>>> {
  /** The reply in Markdown. */
  readonly message: string;
  /** What `--json` prints for the command, without the keys that all replies have. */
  readonly data: D;
  /** The changed notes. */
  readonly changes: readonly { readonly path: string; readonly why: string | undefined }[];
  readonly notices: readonly Notice[];
  /** The number of the change, for `undo`; null if nothing changed. */
  readonly seq: number | null;
  /** True if the store is busy: the command is applied as soon as it is free. */
  readonly queued: boolean;
  /** With `dryRun`: the unified diff that a run would make. */
  readonly diff: string | null;
  /** True if `lint` or `doctor` found a problem. */
  readonly hasProblem: boolean;
}

/**
 * Runs a command in this process: `run(log, { text: 'decided …' })`. Parameters that are left out have the defaults of
 * the command line. Throws UserError for wrong parameters, and for what the command refuses; then nothing has changed.
 */
export async function run<P extends ParamDefinitions, N extends string, const I extends RunInput<P>>(
  command: () => Promise<Command<P, N>>,
  input: I & { readonly [K in Exclude<keyof I, keyof P>]: never },
  { cwd = process.cwd(), env = process.env, ...options }: RunOptions = {},
): Promise<RunResult<ReplyOf<N, I>>> {
  const loaded = await command();
  const parsed = parseInput(loaded.name, loaded.params, input);
  const files = resolveFileInputs(parsed, withoutStandardInput(loaded.params), cwd);
  const { workspace, warn = () => undefined } = options;
  const who = createActor(options);
  const start = { cwd, env, warn, ...(who && { who }), ...(workspace !== undefined && { workspace }) };
  const runtime = await openRuntime(start, loaded.requires);
  const result = await executeCommand(loaded, files as CommandInput<P>, runtime, {
    dryRun: options.dryRun === true,
  });
  const { message, data, changes, notices = [], exit } = result.plan;
  return {
    message,
    data: data as ReplyOf<N, I>,
    changes: changes.map(({ path, why }) => ({ path, why })),
    notices,
    seq: result.seq,
    queued: result.queued !== null,
    diff: result.diff,
    hasProblem: exit === 1,
  };
}

/** Standard input belongs to the program that uses the library: `-` is then a text like others. */
const withoutStandardInput = (params: ParamDefinitions): ParamDefinitions =>
  Object.fromEntries(
    Object.entries(params).map(([name, { readsText: _, ...param }]): [string, ParamDefinition] => [
      name,
      param,
    ]),
  );

const createActor = ({ by, session }: RunOptions): Actor | null =>
  by === undefined && session === undefined ? null : { by: by ?? null, session: session ?? null };
