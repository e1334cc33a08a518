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
