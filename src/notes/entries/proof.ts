import { createUsageError } from '../../errors.js';

/** A token pattern that an entry warns by, with calls that it must and must not match. The calls are never run. */
export interface Proof {
  readonly pattern: string;
  readonly trips: readonly string[];
  readonly passes: readonly string[];
}

/** Longer values are cut. */
const MAX_COUNT = 2000;
/** A nested item, a field of a block, or a pair of a YAML fence. */
const PROOF_LINE = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?(pattern|trips|passes):?(?:\*\*)?:?[ \t]+(\S.*)$/i;

/** Returns true for a line that holds a part of a proof. */
export const isProofLine = (line: string): boolean => PROOF_LINE.test(line.slice(0, MAX_COUNT));

/** Parses the proof in the lines of an entry; null if it has no pattern. Never throws. */
export function parseProof(source: string): Proof | null {
  if (!/pattern/i.test(source)) return null;
  const found: Record<string, readonly string[]> = {};
  for (const line of source.split(/\r\n|\n|\r/).slice(1)) {
    const [, name = '', value = ''] = PROOF_LINE.exec(line.slice(0, MAX_COUNT)) ?? [];
    if (name !== '') found[name.toLowerCase()] ??= parseSpans(value.trim());
  }
  const [pattern] = found.pattern ?? [];
  return pattern === undefined ? null : { pattern, trips: found.trips ?? [], passes: found.passes ?? [] };
}

/** Formats a proof as named values: each call is a code span. */
export const listProofFields = ({ pattern, trips, passes }: Proof): readonly (readonly [string, string])[] =>
  Object.entries({ pattern: [pattern], trips, passes }).flatMap(([name, calls]) =>
    calls.length === 0 ? [] : [[name, calls.map(formatSpan).join(', ')] as const],
  );

/** Formats a proof as nested items below a line. */
export const formatProofLines = (proof: Proof): readonly string[] =>
  listProofFields(proof).map(([name, value]) => `  - ${name}: ${value}`);

/** Parses the code spans of a value; without one, the value is one. */
function parseSpans(value: string): readonly string[] {
  const spans = [...value.matchAll(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g)].map(([, , code = '']) =>
    /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code,
  );
  return spans.length > 0 ? spans : [value];
}

/** Writes a call as a code span, with more backticks around it than it has. */
function formatSpan(call: string): string {
  const text = call.replace(/\s+/g, ' ').trim();
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  if (runs.length === 0) return `\`${text}\``;
  const fence = '`'.repeat(Math.max(...runs) + 1);
  return `${fence} ${text} ${fence}`;
}

/** A command whose result shows whether an entry still holds. It runs only after a person confirmed it. */
export interface FactCheck {
  readonly command: string;
  /** A line that its output must have; null: it only has to end with 0. */
  readonly says: string | null;
}

const FACT_LINE = /^[ \t]+[-*+][ \t]+(holds|says):[ \t]+(`.*)$/;

/** Returns true for a line that holds a part of a check. */
export const isFactCheckLine = (line: string): boolean => FACT_LINE.test(line);

/** Parses the check in the lines of an entry; null if it names no command. Never throws. */
export function parseFactCheck(source: string): FactCheck | null {
  if (!source.includes('holds:')) return null;
  const found: Record<string, string | undefined> = {};
  for (const line of source.split(/\r\n|\n|\r/).slice(1)) {
    const [, name = '', value = ''] = FACT_LINE.exec(line) ?? [];
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
