/** Before these a declarative line names what it speaks of. */
export const VERBS = `
is are was were be been being isn't aren't wasn't must should shall may might can cannot can't could will would has have
had does do did doesn't don't didn't needs need uses use prefers prefer likes like wants want dislikes hates loves
speaks supports accepts returns requires reads writes reviews runs run lives live goes go happens happen expires expire
listens listen starts start ends end times fails fail passes pass retries inherits inherit takes takes keeps contains
belongs points works work depends stays contains expects allows stores serves costs lasts deploy signs sign
是 为 使用 用 采用 喜欢 不喜欢 偏好 需要 监听 保留 运行 默认 在 位于 存储 进行 必须 应该 可以 允许 禁止 依赖
`;

/** What follows one of these, up to the next preposition, is its object: behind that a preposition names a case. */
export const TRANSITIVE = `
use uses prefer prefers like likes want wants dislikes needs need has have speaks supports accepts returns requires reads
writes reviews keep run commit load mock include exclude skip allow deny store set put write add delete remove restart
squash warm patch avoid sign ask edit push indent log takes contains
使用 用 采用 喜欢 偏好 需要 运行 允许 禁止
`;

/** First words of an instruction, which has no subject. */
export const IMPERATIVES = `
use keep run set store prefer deploy commit load mock include exclude skip allow deny put write add delete remove restart
squash warm patch avoid sign ask edit push indent log answer always never do don't please make sure choose pick build test
check update create source rebase merge retry validate escape quote name format lint pin bump cache limit wrap
使用 用 不要 请 禁止 允许 避免 总是 永远
`;

/** What follows one of these is the case for which the line holds. */
export const CASES = 'for during when while if unless per until under among whenever 对于 当';

/** What follows one of these is what is said, or the case where an object stands before. */
export const PREPOSITIONS =
  'in on at to with as by from into through via above below after before over within onto of 到 于';

/** Things of which there is one: two values of one of them cannot both hold. */
export const ATTRIBUTES = `
model fallback port branch version language database db path directory dir folder url host hostname region timezone zone
editor shell name owner maintainer license limit timeout theme indentation manager framework deadline schedule format
encoding endpoint username email address key mode level id size count threshold default root target engine runtime
registry remote domain prefix suffix locale currency password provider channel account workspace home style length
standup retro interval budget quota ttl
端口 模型 数据库 路径 分支 版本 语言 时区 管理器 主题 编辑器 超时 许可证 域名
`;

/** Words before a colon that say what sort of line it is, and name no thing that has a value. */
export const NO_KEYS = `
note notes tip tips hint see example examples eg http https also but fact facts rule rules preference preferences remember
memory key warning important update edit ps fyi nb reminder question answer reason why because result summary
注意 备注 例如 记住 提示
`;

/** Values that say a thing is so. */
export const YES = 'true yes on enabled 是 启用 开启';
/** Values that say a thing is not so. */
export const NO = 'false no off disabled none 否 禁用 关闭';
