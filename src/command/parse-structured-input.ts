import { cleanAll } from '../security/clean-text.js';
import { type CommandContext, UserError } from './define-command.js';

/** Parses the YAML or JSON of `--input` as a mapping. Throws UserError if it is not one. */
export function parseStructuredInput(
  ctx: CommandContext,
  text: string | undefined,
): ReadonlyMap<string, unknown> {
  if (text === undefined || text.trim() === '') return new Map();
  const parsed = parse(ctx, text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return new Map(Object.entries(parsed));
  throw refused('it is no list of `name: value`');
}

function parse(ctx: CommandContext, text: string): unknown {
  const { parseYaml } = ctx.query('yaml');
  try {
    return cleanAll(parseYaml(text)).value; // YAML escapes may have hidden secrets from the first check
  } catch (error) {
    throw refused(String((error as Error).message).split('\n')[0] ?? '');
  }
}

const refused = (why: string): UserError =>
  new UserError('bad-input', `the input is not understood: ${why}`, 'write YAML or JSON: goal: "…"', {}, 2);
