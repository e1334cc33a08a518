/** Words that are the same when two lines are compared, one row for each meaning, the plainest first. */
export const SAME_WORDS = `
database db databases 数据库
postgres postgresql pg psql
kubernetes k8s
javascript js
typescript ts
python py
node nodejs node.js
vue vuejs vue.js
react reactjs react.js
next.js nextjs
authentication auth authn authenticate authenticated
authorization authz authorize
config configuration configs configure configured
repo repository repositories repos
environment env envs
dependency dep deps dependencies
directory dir folder directories dirs folders
parameter param params parameters
argument arg args arguments
documentation docs doc
specification spec specs
function fn func functions
message msg msgs messages
request req reqs requests
response resp res responses
user usr users
production prod
development dev
application app apps applications
admin administrator
max maximum
min_ minimum
second sec secs s seconds 秒
millisecond ms msec milliseconds 毫秒
minute min mins minutes 分钟
hour h hr hrs hours 小时
day d days daily 天
night nightly nights
week weekly weeks 周
month monthly months
kilobyte kb kib
megabyte mb mib
gigabyte gb gib
pr prs
tab tabs
id ids identifier identifiers
use using used uses usage utilize 使用 用 采用 选用
need needs needed require requires required 需要 必须
prefer prefers preferred favor favour
choose chose chosen chooses pick picked select selected
fix fixed fixes repair repaired 修复 修好
delete remove deleted removed removing deleting 删除
bug bugs defect
slow slowly
quick quickly fast
test tests testing 测试
run ran runs running 跑 运行
之前 前
之后 后
keep kept keeps store stored stores live lives 放 放在 存 存在
write wrote written writes 写 写在
build built builds building
choke chokes choked
send sent sends
break broke broken breaks
monday mondays
tuesday tuesdays
wednesday wednesdays
thursday thursdays
friday fridays
saturday saturdays
sunday sundays
`;

/** Words of the grammar: they are not compared. */
export const GRAMMAR_WORDS = `
a an the this that these those it its is are was were be been being am i we our us you your he she they them their
there here of in on at to for from by with as into onto upon via per and or also too then so such do does did
doing done has have had having will would shall should must can could may might get gets got getting gotten
because since while when whenever where which who whom whose what how if unless until during about
just very really quite rather some any all each every both either other own same still now even else more most
much many out over under again once ever always let lets please make makes made sure
的 了 是 在 里 上 会 我们 我 你 他 它 要 把 被 就 也 都 和 与 及 或 这 那 这个 那个 一个 可以 时 时候 而
因为 所以 但 但是 先 再 应该 应 得 着 过 中 下 到 从 对 为 作为 将 让 给 已 已经 还 很 吧 呢 吗 啊 由 能 能够 每 以 其 最好 否则
`;

/** Words that any line may hold: they count a little, and their absence does not make another fact. */
export const LIGHT_WORDS = `
use need want go went going gone set happen take decide decided decision settle settled learn learned learnt realize
realized discover discovered find found note noted gotcha til remember key memory know known work works working thing
things way stuff team people project code new currently today yesterday enabled enable turned everywhere anyway
keep put come came become became seem seems run choose prefer handle handled exist exists say says
before after than into up down nb fyi ps 备注 之前 之后 前 后
决定 我们 发现 注意 学到 记住 设置 进行 需要 使用 直接 问题
`;
