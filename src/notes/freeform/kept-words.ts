import { countEach } from '../../text/group-by.js';
import { listLabels } from '../labels/labels.js';
import { findFreeformDate } from './freeform-date.js';

/** The words of a cue that an entry need not repeat, since its heading or the ` — ` before its reason says the same. */
const CUE_WORDS: ReadonlySet<string> = new Set(
  'we i it the team just finally have has ve are is am re decided on that to go going with went for chose chosen choose settled agreed picked rejected ruled turned down gave given up abandoned since used til turns out today learned learnt found realized realised discovered that note memory key because of due since as workaround fix so over please'.split(
    ' ',
  ),
);
const CHINESE_CUES =
  /我们?|决定了?|最后|最终|采用|选择了?|选用|因为|由于|所以|今天|刚刚|发现|学到了?|意识到|原来|请|注意|小心/gu;
const WORD = /\p{Script=Han}|[\p{L}\p{N}]+/gu;

/**
 * Returns the words of a text that its entry has not: the words of cues and labels do not count, and those of a date
 * that the entry has as `at`.
 */
export function findDroppedWords(source: string, entry: string, at: string | null): readonly string[] {
  const date = at === null ? null : findFreeformDate(source);
  const dated = date ? `${source.slice(0, date.start)} ${source.slice(date.end)}` : source;
  const left = new Map(countEach(listWords(entry)));
  return listWords(withoutLabel(withoutLabel(dated))).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0 && !CUE_WORDS.has(word);
  });
}

const listWords = (text: string): readonly string[] =>
  text.normalize('NFC').toLowerCase().replace(CHINESE_CUES, ' ').match(WORD) ?? [];

/** Removes a label at the start: `Gotcha: …`; some people write one twice. */
function withoutLabel(text: string): string {
  const source = text.replace(/^\W*TO-?DO\s/, '');
  if (source !== text) return source;
  const [whole = '', name = ''] = /^[^\p{L}\p{N}]*(\p{L}[\p{L} '’-]{0,30}?)[*_]*\s?[:：]/u.exec(text) ?? [];
  return listLabels().has(name.toLowerCase()) ? text.slice(whole.length) : text;
}
