import { GLOBAL_OPTIONS } from '../command/global-options.js';
import { FORMS } from './forms.data.js';
import { type ParsedArgs, parseArguments } from './parse-args.js';

/** Options that the command of a form has too, so they stay. */
const KEPT_OPTIONS = ['--for', '--all', '--phase', '--resolve'];

/** Replaces a form such as `undo --redo 5` by what runs, `redo 5`, also behind `help`. Other arguments stay. */
export function resolveForm(args: readonly string[]): readonly string[] {
  const parsed = parseArguments(args, GLOBAL_OPTIONS);
  const at = args.indexOf(parsed.command ?? '');
  if (parsed.command === 'help' && parsed.words.length > 0)
    return resolveForm([...args.slice(0, at), ...args.slice(at + 1), '--help']);
  const form = FORMS.findLast(({ typed }) => isTyped(typed.split(' '), parsed));
  if (!form) return args;
  const [, ...parts] = form.typed.split(' ');
  const left = parts.filter((part) => /^(?:--)?[a-z]/.test(part) && !KEPT_OPTIONS.includes(part));
  const rest = args.slice(at + 1).flatMap((arg) => {
    const [name = '', ...value] = arg.split('=');
    if (!left.includes(name)) return [arg];
    left.splice(left.indexOf(name), 1);
    return value.length > 0 ? [value.join('=')] : [];
  });
  return [...args.slice(0, at), ...form.runs.split(' '), ...rest];
}

/**
 * Returns true if the first option of a form was typed, or its words right behind the command; a bare name takes nothing
 * else.
 */
function isTyped([name, ...parts]: readonly string[], { command, words, options }: ParsedArgs): boolean {
  if (name !== command) return false;
  if (parts.length === 0)
    return words.length === 0 && [...options.keys()].every((key) => key in GLOBAL_OPTIONS);
  const option = parts.find((part) => part.startsWith('--'));
  return option === undefined
    ? parts.every((part, i) => part === '…' || part === words[i])
    : options.has(option.slice(2));
}
