import { parseWordSet } from './stem.js';
import { splitChinese } from './tokenize.js';

/** Chinese function words and question words, as a dictionary splits them. */
const FUNCTION_WORDS = parseWordSet(`
的 了 着 过 在 里 是 有 没有 和 与 或 把 被 给 让 使 对 从 向 往 到 用 以 为 于 就 都 也 还 又 再 会 能 可以 要 应该 必须 这 那 这个 那个
这里 那里 它 我们 你们 他们 吗 呢 吧 啊 请问 什么 为什么 怎么 怎么样 怎样 如何 哪 哪个 哪些 哪里 哪种 哪儿 谁 多少 多久 多长 多大 几 几个 何时
什么时候 时候 地方 东西 现在 任何 最 更 越来越 一次 一个 种 个
`);

/**
 * Returns a query without its Chinese function words, so that they and the pairs of letters around them are not searched
 * for. Returns it as it is if no other word is left.
 */
export function dropChineseFunctionWords(query: string): string {
  if (!/\p{Script=Han}/u.test(query)) return query;
  const rest = query.replace(/\p{Script=Han}+/gu, (run) =>
    splitChinese(run)
      .map((word) => (FUNCTION_WORDS.has(word) ? ' ' : word))
      .join(''),
  );
  return /[\p{L}\p{N}]/u.test(rest) ? rest : query;
}
