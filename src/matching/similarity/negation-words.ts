/**
 * What says no. A line and its denial share nearly all their words, so likeness must know the few that turn it round.
 * Data only; lower case, unstemmed.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Denies the whole clause it stands in; two of them in one clause take each other back ("never skip the tests"). */
export const NEGATES_CLAUSE = words(`
not never no none nothing nobody neither nor cannot cant don't dont doesnt didnt isnt arent wasnt shouldnt mustnt wont
without lack lacks lacking missing avoid avoids avoiding forbid forbids forbidden prohibit prohibited ban bans banned
skip skips skipped skipping forget forgets forgot forgetting stop stops stopped refuse refuses reject rejects rejected
against unable hardly off drop drops dropped dropping
不 没 没有 无 未 别 勿 非 禁止 禁用 无法 避免 切勿 停止 拒绝 忘记
`);

/** Denies what follows it, up to the end of the clause, and leaves what stands before. */
export const NEGATES_REST: readonly (readonly string[])[] = [
  ['instead', 'of'],
  ['rather', 'than'],
  ['in', 'place', 'of'],
  ['而不是'],
  ['而', '不是'],
];

/** After one of these, `over` sets aside: "prefer A over B". Elsewhere it is a place or an amount. */
export const PREFERENCE_WORDS = words(
  'prefer prefers preferred chose choose chosen choosing pick picked favor favour use select selected with',
);

/** Before `not`, these make it deny the whole clause; without one it denies what follows ("use A not B"). */
export const AUXILIARY = words(`
do does did is are was were be can could should shall must will would may might has have had need ought it's that's
`);

/** Ends a clause: what is denied before it is not denied behind it. */
export const NEW_CLAUSE = words(`
because since so but while when whenever if unless until otherwise else though although whereas therefore hence
that which who
因为 所以 但 但是 否则 如果 除非 因此
`);

/** Pairs that are one word said two ways: the second denies the first. */
const OPPOSITES = `
pass fail
work fail
work break
enable disable
enabled disabled
allow deny
allow disallow
include exclude
accept reject
sync async
synchronous asynchronous
public private
mutable immutable
before after
up down
之前 之后
above below
increase decrease
fast slow
quick slow
safe dangerous
open close
true false
start stop
more less
add delete
good bad
optional mandatory
strict loose
stateless stateful
启用 禁用
有效 无效
成功 失败
允许 禁止
增加 减少
打开 关闭
`;

/** For the second word of a pair, the first ones that it denies. */
export const NEGATED_BY: ReadonlyMap<string, readonly string[]> = table();

/** A word without the prefix that denies it: irreversible, unsafe, nonblocking. */
export const stripNegativePrefix = (word: string): string =>
  word.replace(/^(?:un|ir|in|im|non|dis)(?=\p{L}{4})/u, '');

function table(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of OPPOSITES.trim().split('\n')) {
    const [plain = '', denied = ''] = line.split(' ');
    found.set(denied, [...(found.get(denied) ?? []), plain]);
  }
  return found;
}
