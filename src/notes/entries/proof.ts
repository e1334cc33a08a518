/** A token pattern that an entry warns by, with calls that it must and must not match. The calls are never run. */
export interface Proof {
  readonly pattern: string;
  readonly trips: readonly string[];
  readonly passes: readonly string[];
}

/** Longer values are cut. */
const MAX_COUNT = 2000;
/** A nested item, a field of a block, or a pair of a YAML fence. */
const LINE = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?(pattern|trips|passes):?(?:\*\*)?:?[ \t]+(\S.*)$/i;

/** Returns true for a line that holds a part of a proof. */
export const isProofLine = (line: string): boolean => LINE.test(line.slice(0, MAX_COUNT));

/** Parses the proof in the lines of an entry; null if it has no pattern. Never throws. */
export function parseProof(source: string): Proof | null {
  if (!/pattern/i.test(source)) return null;
  const found: Record<string, readonly string[]> = {};
  for (const line of source.split(/\r\n|\n|\r/).slice(1)) {
    const [, name = '', value = ''] = LINE.exec(line.slice(0, MAX_COUNT)) ?? [];
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
export function parseSpans(value: string): readonly string[] {
  const spans = [...value.matchAll(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g)].map(([, , code = '']) =>
    /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code,
  );
  return spans.length > 0 ? spans : [value];
}

/** Writes a call as a code span, with more backticks around it than it has. */
export function formatSpan(call: string): string {
  const text = call.replace(/\s+/g, ' ').trim();
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  if (runs.length === 0) return `\`${text}\``;
  const fence = '`'.repeat(Math.max(...runs) + 1);
  return `${fence} ${text} ${fence}`;
}
