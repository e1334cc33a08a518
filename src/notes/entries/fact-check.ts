import { createUsageError } from '../../errors.js';
import { formatSpan, parseSpans } from './proof.js';

/** A command whose result shows whether an entry still holds. It runs only after a person confirmed it. */
export interface FactCheck {
  readonly command: string;
  /** A line that its output must have; null: it only has to end with 0. */
  readonly says: string | null;
}

const LINE = /^[ \t]+[-*+][ \t]+(holds|says):[ \t]+(`.*)$/;

/** Returns true for a line that holds a part of a check. */
export const isFactCheckLine = (line: string): boolean => LINE.test(line);

/** Parses the check in the lines of an entry; null if it names no command. Never throws. */
export function parseFactCheck(source: string): FactCheck | null {
  if (!source.includes('holds:')) return null;
  const found: Record<string, string | undefined> = {};
  for (const line of source.split(/\r\n|\n|\r/).slice(1)) {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    if (name !== '') found[name] ??= parseSpans(value.trim())[0];
  }
  const { holds, says = null } = found;
  return holds === undefined ? null : { command: holds, says };
}

/** Formats a check as nested items below a line. */
export const formatFactCheckLines = ({ command, says }: FactCheck): readonly string[] => [
  `  - holds: ${formatSpan(command)}`,
  ...(says === null ? [] : [`  - says: ${formatSpan(says)}`]),
];

/** Characters by which a shell would start or join programs, or expand words. */
const OPERATOR = /[|&;<>()$`*?[\]{}~#!\n\r\0]/;
const PIECE = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|(\s+)|([^\s'"\\]+)/gy;

/** Splits a command into words as a shell reads quotes. Throws `UserError` for what only a shell can run. */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let end = 0;
  for (const { 0: piece, 1: single, 2: double, 3: escaped, 4: space, 5: bare, index } of command.matchAll(
    PIECE,
  )) {
    end = index + piece.length;
    const operator = OPERATOR.exec(bare ?? '') ?? /(?<!\\)[$`]/.exec(double ?? '');
    if (operator) throw createRefusal(command, `has the shell operator \`${operator[0]}\``);
    if (space === undefined)
      word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? '');
    else if (word !== null) words.push(word);
    if (space !== undefined) word = null;
  }
  if (word !== null) words.push(word);
  const [program = ''] = words;
  if (end < command.length) throw createRefusal(command, 'has a quote without its end');
  if (program === '' || program.startsWith('-')) throw createRefusal(command, 'names no program');
  if (/^\w+=/.test(program)) throw createRefusal(command, 'sets a variable');
  if (program.includes('/') && !program.startsWith('/'))
    throw createRefusal(command, 'names a program by a relative path');
  return words;
}

const createRefusal = (command: string, fault: string) =>
  createUsageError(
    `the command \`${command.slice(0, 80)}\` ${fault}; expected one program of the system with its words`,
    "write: --holds 'node --version' --says 'v22.0.0'",
  );
