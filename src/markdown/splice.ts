/** One symmetric change of text: at `at` (UTF-16 units) the units of `old` become `new`. */
export interface Splice {
  readonly at: number;
  readonly old: string;
  readonly new: string;
}

/** The last long text that came of splices: a change is looked at, proved and written, one after the other. */
let last: { readonly text: string; readonly splices: readonly Splice[]; readonly out: string } | null = null;
/** What is shorter is quickly spliced again. */
const LONG = 4096;

/** Applies ordered, disjoint splices; throws where the text does not hold `old`, so nothing is ever overwritten blindly. */
export function splice(text: string, splices: readonly Splice[]): string {
  if (text.length < LONG) return spliced(text, splices);
  if (last?.splices !== splices || last.text !== text) last = { text, splices, out: spliced(text, splices) };
  return last.out;
}

function spliced(text: string, splices: readonly Splice[]): string {
  let out = '';
  let from = 0;
  for (const { at, old, new: fresh } of splices) {
    if (at < from || !text.startsWith(old, at)) throw new RangeError(`splice at ${at} does not fit the text`);
    out += text.slice(from, at) + fresh;
    from = at + old.length;
  }
  return out + text.slice(from);
}

/** The splices that take the text back: `splice(splice(t, s), reverse(s)) === t`. */
export function reverse(splices: readonly Splice[]): Splice[] {
  let shift = 0;
  return splices.map(({ at, old, new: fresh }) => {
    const back = { at: at + shift, old: fresh, new: old };
    shift += fresh.length - old.length;
    return back;
  });
}
