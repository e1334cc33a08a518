/** Negates the clause that it stands in; two in one clause cancel each other ("never skip the tests"). */
export const CLAUSE_NEGATIONS = `
not never no none nothing nobody neither nor cannot cant don't dont doesnt didnt isnt arent wasnt shouldnt mustnt wont
without lack lacks lacking missing avoid avoids avoiding forbid forbids forbidden prohibit prohibited ban bans banned
skip skips skipped skipping forget forgets forgot forgetting stop stops stopped refuse refuses reject rejects rejected
against unable hardly off drop drops dropped dropping
不 没 没有 无 未 别 勿 非 禁止 禁用 无法 避免 切勿 停止 拒绝 忘记
`;

/** Negates what follows it, up to the end of the clause, and leaves what stands before. */
export const NEGATES_REST: readonly (readonly string[])[] = [
  ['instead', 'of'],
  ['rather', 'than'],
  ['in', 'place', 'of'],
  ['而不是'],
  ['而', '不是'],
];

/** After one of these, `over` excludes: "prefer A over B". Elsewhere it is a place or an amount. */
export const PREFERENCE_WORDS =
  'prefer prefers preferred chose choose chosen choosing pick picked favor favour use select selected with';

/** Before `not`, these make it negate the whole clause; without one it negates what follows ("use A not B"). */
export const AUXILIARY = `
do does did is are was were be can could should shall must will would may might has have had need ought it's that's
`;

/** Ends a clause: a negation before it does not reach behind it. */
export const NEW_CLAUSE = `
because since so but while when whenever if unless until otherwise else though although whereas therefore hence
that which who
因为 所以 但 但是 否则 如果 除非 因此
`;

/** Pairs of which the second word negates the first. */
export const OPPOSITES = `
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
