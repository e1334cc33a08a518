import type { LabelTable } from './label-table.js';

export const JAPANESE: LabelTable = {
  noun: 'suffix',
  types: {
    decision: '決定, 決定事項, 決めたこと, 方針',
    learning: '学び, 学んだこと, 教訓, 気づき, 知見',
    problem: '課題, 問題, 問題点, バグ, エラー, 不具合, 既知の問題',
    progress: '進捗, 完了, 修正済み, 解決済み, やったこと, 実施内容',
    gotcha: '注意, 注意点, 落とし穴, ハマりどころ, はまりどころ',
    blocker: 'ブロッカー, 障害, 阻害要因',
    rejected: '却下, 不採用, 断念, やらないこと, 禁止事項, うまくいかなかったこと',
    assumption: '前提, 仮定, 仮説',
    experience: '経験',
    preference: '好み, 設定の好み, ユーザーの好み',
    fact: '事実, 環境, 技術スタック',
    rule: 'ルール, 規約, 規則, 決まり',
    constraint: '制約, 制約事項, 制限',
    question: '質問, 疑問, 未決事項, 不明点',
    todo: 'やること, 残作業, 残り, 次にやること, 次のステップ, 今後の予定, 未完了, 進行中, リマインダー, タスク',
  },
  parts: {
    solution: '解決, 解決策, 対策, 対応, 対処, 回避策',
    why: '背景, 理由, 原因, なぜ, 根本原因',
    date: '日付, 日時, 日',
    status: '状態, ステータス',
    alternatives: '代替案, 選択肢, 検討した案',
    detail: '影響, 結果, きっかけ, 対象, 確信度, 優先度, 分類, 例, 出典, 根拠, ファイル, 詳細, 説明, 作成者',
  },
};
