import type { Kind } from './kind.js';

/** Mistakes and what to do instead (Mutable §Procedural Corrections): one block each. */
export const feedback = {
  name: 'feedback',
  about: 'mistakes, what to do instead, and whether it was heeded',
  path: 'FEEDBACK-LOG.md',
  shape: 'blocks',
  sections: [],
  blocks: [
    {
      heading: 'FB',
      type: 'feedback',
      numbered: true,
      says: 'mistake',
      also: ['trigger', 'prevention'],
      reason: 'correction',
    },
  ],
  otherwise: 'prose',
  paragraphs: false,
  personal: false,
  flows: false,
  weight: 1,
} as const satisfies Kind;

/** The five categories (Mutable §Categories), and the words by which a mistake tells its own; the last takes the rest. */
export const CATEGORIES = {
  tool_usage:
    /\s-{1,2}\w|\b(?:flags?|tools?|command|commands|option|argument|terminal|background|cli)\b|工具|命令|参数/i,
  config:
    /\b(?:config\w*|env|environment|variable|settings?|schedule|cron|model|credentials?|version)\b|配置|环境变量/i,
  communication:
    /\b(?:verbose|tone|wording|answer\w*|explain\w*|clarif\w*|asked|rude|reply|language)\b|语气|啰嗦/i,
  logic: /\b(?:assum\w*|edge case|circular|off by one|wrong conclusion|misread|false)\b|假设|逻辑/i,
  workflow: /(?:)/,
} as const satisfies Record<string, RegExp>;

export type Category = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as Category[];

/** The four severities, the worst first (Mutable §Entry Schema). */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
