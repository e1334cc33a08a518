import type { LabelTable } from './label-table.js';

export const CHINESE: LabelTable = {
  noun: 'suffix',
  types: {
    decision: '决定, 已决定, 决策, 选型, 临时, 決定',
    learning: '学到, 经验, 教训, 经验教训, 心得, 收获, 学到的东西',
    problem: '问题, 错误, 缺陷, 故障, 已知问题',
    progress: '已修复, 修复, 完成, 已完成, 进展, 进度, 已解决',
    gotcha: '坑, 踩坑, 踩过的坑, 踩坑记录, 注意, 注意事项, 小心, 陷阱',
    blocker: '阻塞, 卡住, 阻碍',
    rejected: '否决, 放弃, 已放弃, 不要, 不要做, 禁止, 反模式, 避免, 失败的尝试',
    assumption: '假设',
    experience: '经历',
    preference: '偏好, 用户偏好, 喜好',
    fact: '事实, 环境, 技术栈',
    rule: '规则, 约定, 规范',
    constraint: '约束, 限制',
    question: '问, 疑问, 待定, 待确认, 未解决的疑问',
    todo: '待办, 待办事项, 提醒, 下一步, 接下来, 剩余工作, 未完成, 进行中, 后续',
  },
  parts: {
    solution: '操作, 解决方案, 解决办法, 解决方法, 解决, 方案, 对策, 修复方法',
    why: '背景, 原因, 理由, 为什么, 因为, 根本原因, 根因',
    date: '日期, 时间',
    status: '状态',
    alternatives: '备选, 备选方案, 替代方案, 选项',
    detail:
      '后果, 影响, 触发, 触发条件, 模式, 置信度, 严重程度, 优先级, 类别, 例子, 示例, 来源, 证据, 文件, 详情, 描述, 说明, 作者',
  },
};
