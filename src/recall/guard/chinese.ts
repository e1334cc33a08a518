/** Words of the trade, the longer before those that they hold. */
const WORDS: readonly (readonly [chinese: string, english: string])[] = [
  ['数据库', 'database'],
  ['生产环境', 'production'],
  ['生产库', 'production database'],
  ['配置', 'config'],
  ['环境变量', 'environment variable'],
  ['安装', 'install'],
  ['依赖', 'dependency'],
  ['生产', 'production'],
  ['线上', 'production'],
  ['测试', 'test'],
  ['删除', 'delete'],
  ['提交', 'commit'],
  ['推送', 'push'],
  ['合并', 'merge'],
  ['部署', 'deploy'],
  ['发布', 'release'],
  ['分支', 'branch'],
  ['文件', 'file'],
  ['目录', 'directory'],
  ['密钥', 'key'],
  ['密码', 'password'],
  ['日志', 'log'],
  ['缓存', 'cache'],
  ['构建', 'build'],
  ['重启', 'restart'],
  ['更新', 'update'],
  ['升级', 'upgrade'],
  ['等待', 'wait'],
  ['页面', 'page'],
  ['代码', 'code'],
  ['组件', 'component'],
  ['接口', 'api'],
  ['脚本', 'script'],
  ['强制', 'force'],
  ['迁移', 'migration'],
  ['备份', 'backup'],
];

const CHINESE = /[\u4e00-\u9fff]/;

/**
 * A text whose Chinese words of the trade stand in English, in the order of English: where something is done comes last.
 * The rest of it stays as it is, and a text without Chinese is given back.
 */
export function inEnglish(text: string): string {
  if (!CHINESE.test(text)) return text;
  const ordered = text
    .replace(/在\s*([^，。；]+?)\s*[上里中]\s*([^，。；]+)/g, '$2 in $1')
    .replace(/(用\s*[\w.-]+)\s*(?=[\u4e00-\u9fff])/g, '$1 to ')
    .replace(/把\s*([^，。；]+?)\s*(?:写进|写入|写到|放进|放到|存到|提交到|推送到)\s*/g, ' $1 in ');
  return WORDS.reduce((said, [chinese, english]) => said.replaceAll(chinese, ` ${english} `), ordered);
}
