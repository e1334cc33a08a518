import { type Command, type CommandContext, defineCommand } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';

/** Shared fields of the page's read-only commands, which have no other surface. */
export const LOOK = {
  group: 'hidden',
  examples: [],
} as const satisfies Partial<Command>;

/** A command that reads the data of a page; the type of the data is known to its caller. */
export type Look<D> = Command & { readonly dataType?: D };

/** The data that a look reads. */
export type LookData<L> = L extends Look<infer D> ? D : never;

/** Defines a command that reads the data of a page. */
export const defineLook = <const P extends ParamDefinitions, D extends Readonly<Record<string, unknown>>>(
  name: string,
  description: string,
  params: P,
  read: (ctx: CommandContext, input: CommandInput<P>) => D,
): Look<D> =>
  defineCommand({
    ...LOOK,
    name,
    description,
    params,
    plan: (ctx, input) => ({ message: '', data: read(ctx, input), changes: [] }),
  });
