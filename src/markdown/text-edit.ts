import { diffLines } from 'diff';

/** One symmetric change of text: at `at` (UTF-16 units) the units of `old` become `new`. */
export interface TextEdit {
  readonly at: number;
  readonly old: string;
  readonly new: string;
}

/** Caches the last long text that splices made: an edit is shown, verified and written in a row. */
let last: { readonly text: string; readonly splices: readonly TextEdit[]; readonly out: string } | null =
  null;
/** Shorter texts are not cached. */
const LONG = 4096;

/** Applies ordered, disjoint splices; throws if the text does not contain `old`. */
export function applyEdits(text: string, splices: readonly TextEdit[]): string {
  if (text.length < LONG) return spliced(text, splices);
  if (last?.splices !== splices || last.text !== text) last = { text, splices, out: spliced(text, splices) };
  return last.out;
}

function spliced(text: string, splices: readonly TextEdit[]): string {
  let out = '';
  let from = 0;
  for (const { at, old, new: fresh } of splices) {
    if (at < from || !text.startsWith(old, at)) throw new RangeError(`splice at ${at} does not fit the text`);
    out += text.slice(from, at) + fresh;
    from = at + old.length;
  }
  return out + text.slice(from);
}

/** Returns the splices that undo these: `splice(splice(t, s), reverse(s)) === t`. */
export function invertEdits(splices: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return splices.map(({ at, old, new: fresh }) => {
    const back = { at: at + shift, old: fresh, new: old };
    shift += fresh.length - old.length;
    return back;
  });
}

/** Returns the splices, by whole lines, from one text to another. */
export function createLineEdits(from: string, to: string): TextEdit[] {
  const splices: TextEdit[] = [];
  let at = 0;
  let pending = { at, old: '', new: '' };
  for (const { value, added, removed } of [
    ...diffLines(from, to),
    { value: '', added: false, removed: false },
  ]) {
    if (added) pending.new += value;
    if (removed) pending.old += value;
    if (!added) at += value.length;
    if (added || removed) continue;
    if (pending.old !== '' || pending.new !== '') splices.push(pending);
    pending = { at, old: '', new: '' };
  }
  return splices;
}
