import type { EntryType } from '../entry-types.js';

/**
 * Words that show the type of a freely written line (Mind §Loose parsing; FEATURES A3). Patterns run over one sentence
 * in which code and quotes are blanked; all repeats are bounded.
 */

/** Base confidence of each cue. A bold label and `MEMORY:` raise it, whatever cue follows. */
export const CONFIDENCE = { bold: 0.9, memory: 0.7, label: 0.6, phrase: 0.5, complaint: 0.4 } as const;

/** What raises the confidence, and its maximum. */
export const CONFIDENCE_BONUS = { bold: 0.2, because: 0.15, over: 0.1, most: 1 } as const;

/** Words before a colon or dash at the start of a line, with the type they name. */
export const LABEL_CUES: ReadonlyMap<string, EntryType> = labels({
  decision: 'decision, decisions, decided, we decided, agreed, 决定, 已决定, 决策',
  learning:
    'learning, learnings, learned, learnt, lesson, lessons, lesson learned, lessons learned, til, insight, 学到, 经验, 教训',
  problem: 'problem, problems, issue, known issue, bug, error, 问题, 错误, 缺陷',
  progress:
    'progress, fixed, fix, done, shipped, completed, finished, resolved, solved, 已修复, 修复, 完成, 已完成, 进展',
  gotcha: 'gotcha, gotchas, watch out, careful, beware, pitfall, caveat, warning, edge case, 坑, 注意, 小心',
  blocker: 'blocker, blockers, blocked, blocked by, blocked on, stuck, 阻塞, 卡住',
  rejected: "rejected, ruled out, dead end, didn't work, did not work, abandoned, 否决, 放弃",
  assumption: 'assumption, assumptions, assuming, assume, 假设',
  experience: 'experience, 经历',
  preference: 'preference, preferences, prefers, 偏好',
  fact: 'fact, facts, 事实',
  rule: 'rule, rules, 规则',
  constraint: 'constraint, constraints, 约束, 限制',
});

/** Prefixes of a line, with the type of a line that has no other cue. */
export const MARKER_CUES = {
  /** Mind: a line to be remembered permanently. */
  memory: 'learning',
  /** Mind: a line that is always shown; it gets the tag `key`. */
  key: 'fact',
} as const satisfies Record<string, EntryType>;

export interface PhraseCue {
  readonly type: EntryType;
  readonly how: 'phrase' | 'complaint';
  /** Source of a case-insensitive regular expression, compiled on first use. */
  readonly pattern: string;
  /** `rest`: at the start of a sentence the phrase is removed and the rest is the entry. */
  readonly keeps: 'all' | 'rest';
  /** Matches only in the first person: `OURS` must precede it. */
  readonly ours: boolean;
  readonly why: string;
}

/**
 * What precedes the main word of a first-person statement: the start of a sentence, with or without its subject, or a
 * subject inside it.
 */
export const FIRST_PERSON =
  /(?:^(?:[^\s\d]{1,20} and )?(?:we|i|the team|team)?(?:[’']ve|[’']m|[’']re| have| has| are| am| were)?\s?(?:(?:finally|just|now|then|also|ultimately|eventually|still|all|both) ){0,2}|\b(?:we|i)(?:[’']ve|[’']m|[’']re| have| are| am| were)? (?:(?:finally|just|now|then|also|all|both|still) )?)$/i;

const said = (
  type: EntryType,
  pattern: string,
  why: string,
  keeps: PhraseCue['keeps'] = 'all',
  how: PhraseCue['how'] = 'phrase',
): PhraseCue => ({ type, how, pattern, keeps, ours: false, why });

/** Creates a cue that matches only in the first person. */
const weSaid = (
  type: EntryType,
  pattern: string,
  why: string,
  keeps: PhraseCue['keeps'] = 'all',
): PhraseCue => ({
  ...said(type, String.raw`\b(?:${pattern})`, why, keeps),
  ours: true,
});

/** Of two cues with equal confidence, the earlier one is used. */
export const PHRASE_CUES: readonly PhraseCue[] = [
  said('decision', String.raw`\bdecided (?:to|that)\b(?! not\b)`, 'the seed’s own form', 'rest'),
  said('decision', String.raw`\bdecided on\b`, 'a choice with its object', 'rest'),
  said('decision', String.raw`\bdecided against\b`, 'what a rejected item rises to (A6)'),
  said('decision', String.raw`\bdecided\b(?= [^\s\d])`, 'decided, without a particle'),
  weSaid(
    'decision',
    String.raw`(?:chose|picked|opted (?:for|to)|settled on|went with)\b`,
    'a choice by those who write',
  ),
  weSaid('decision', String.raw`going (?:with|for)\b`, 'a choice as it is made'),
  weSaid(
    'decision',
    String.raw`(?:selected|preferred)\b(?=.{1,80}\b(?:over|instead of|rather than)\b)`,
    'only with what was not taken',
  ),
  weSaid('decision', String.raw`agreed (?:to|on|that)\b`, 'a choice of several people'),
  said(
    'decision',
    String.raw`\bwe(?:[’']ll| will) (?:go with|stick with|settle on)\b`,
    'a choice for what comes',
  ),
  said(
    'decision',
    '(?:我们|最后|最终)?(?:已经)?决定(?!了?吗|不|要不要|是否|于|权|性|因素)(?=.)',
    'decided, in Chinese',
    'rest',
  ),
  said('decision', '(?:最后|最终|我们)?(?:选择了|选了|选用了|敲定)', 'a choice, in Chinese'),

  said(
    'rejected',
    String.raw`\bdecided not to\b`,
    'a decision not to do is what was turned down, not a decision (A3)',
  ),
  said(
    'rejected',
    String.raw`\btried\b[^.;]{1,160}\b(?:but|didn[’']?t|did not|failed|no luck|in vain)\b`,
    'an attempt and its end',
  ),
  said('rejected', String.raw`\b(?:gave up on|ruled out|given up on)\b`, 'an approach that was left'),
  weSaid('rejected', String.raw`abandoned\b`, 'an approach that was left'),
  said('rejected', '放弃了|决定不(?!了)|试过.{1,80}(?:但|不行|失败)', 'turned down, in Chinese'),

  said('learning', String.raw`\b(?:it )?turn(?:s|ed) out,?(?: that)?\b`, 'what was not expected', 'rest'),
  said(
    'learning',
    String.raw`\b(?:learned|learnt|reali[sz]ed|discovered|noticed|found out|figured out) that\b`,
    'the seed’s own form',
    'rest',
  ),
  weSaid('learning', String.raw`(?:found|saw) that\b`, 'what somebody found', 'rest'),
  weSaid(
    'learning',
    String.raw`(?:learned|learnt|reali[sz]ed|discovered|found out|figured out)\b`,
    'what somebody found',
  ),
  said('learning', '(?:我们|我)?(?:发现|学到了?|意识到|原来)(?!的?问题)(?=.)', 'found, in Chinese', 'rest'),

  said('blocker', String.raw`\bblocked (?:by|on)\b`, 'what stops progress'),
  said('blocker', String.raw`\bstuck (?:on|with|at|in)\b`, 'what stops progress'),
  weSaid('blocker', String.raw`waiting (?:for|on)\b`, 'somebody else’s turn'),
  said(
    'blocker',
    String.raw`\bcan(?:[’']?t|not| not) (?:continue|proceed|go on|move on)\b`,
    'what stops progress',
  ),
  said('blocker', '卡在|被.{1,40}(?:阻塞|卡住)|无法继续', 'what stops progress, in Chinese'),

  said(
    'gotcha',
    String.raw`\b(?:watch out for|beware of|look out for|be careful (?:with|when|about|not to))`,
    'a trap named as one',
  ),
  said('gotcha', '小心|当心', 'a trap, in Chinese'),

  weSaid(
    'progress',
    '(?:fixed|finished|shipped|implemented|merged|deployed|completed|solved|resolved|released)(?= )',
    'what was done, by those who did it',
  ),
  said(
    'progress',
    String.raw`\b(?:is|was|are|were|been) (?:now |finally )?(?:fixed|solved|resolved|finished|completed|shipped|merged|deployed)\b`,
    'what was done, told of the thing',
  ),
  said('progress', String.raw`\b(?:got|have|has)\b.{1,80}\bworking\b`, 'it works at last'),
  said(
    'progress',
    '^(?:我们|我|终于)?(?:已经?)?(?:修复了|修好了|完成了|解决了|上线了|实现了)',
    'what was done, in Chinese',
  ),

  said('assumption', String.raw`^assuming\b|\b(?:i|we) assumed?\b|^presumably\b`, 'taken to be true'),
  said('assumption', '^假设|^假定', 'taken to be true, in Chinese'),

  said('problem', String.raw`\b(?:is|are) (?:still |completely |totally )?broken\b`, 'a state of failure'),
  said(
    'problem',
    String.raw`\bkeeps? (?:failing|crashing|hanging|breaking|timing out|looping)\b`,
    'a failure that comes again',
  ),
  said(
    'problem',
    String.raw`\b(?:crashes|hangs|fails) (?:on|when|with|in|for|if|at|after)\b`,
    'a failure and its place',
  ),
  said('problem', '(?:总是|一直|经常)(?:失败|崩溃|报错|超时)', 'a failure that comes again, in Chinese'),
  said(
    'problem',
    String.raw`\b(?:does|do|is|are|did)(?: not|n[’']?t) work(?:ing)?\b`,
    'the seed’s weakest form',
    'all',
    'complaint',
  ),
  said('problem', '不能用|用不了|不工作|不起作用|没有效果', 'the same in Chinese', 'all', 'complaint'),

  said(
    'preference',
    String.raw`\b(?:user|customer|client|team|i|we|he|she) prefers?\b`,
    'how somebody wants it',
  ),
  said('preference', '(?:用户|客户|我|我们)(?:更?喜欢|偏好)', 'how somebody wants it, in Chinese'),
];

export interface VetoCue {
  /** The types that it cancels; null: all. */
  readonly types: readonly EntryType[] | null;
  /** Precedes the phrase in its clause. */
  readonly before?: RegExp;
  /** Follows the phrase directly. */
  readonly after?: RegExp;
  readonly why: string;
}

/** Words that cancel a cue (A3: "haven't decided", "might decide", "should we decide"). */
export const VETO_CUES: readonly VetoCue[] = [
  {
    types: null,
    before:
      /\b(?:might|may|could|should|would|shall|if|whether|perhaps|maybe|wonder|wondering|suppose|unless|almost|nearly|about to|in case|hope|hopefully|unclear|ask(?:ed)?)\b/i,
    why: 'it is wished, asked or supposed, not told',
  },
  {
    types: ['decision', 'learning', 'progress', 'blocker'],
    before:
      /\b(?:not|never|nobody|nothing|no one|no longer|hardly|without|cannot|yet to|neither)\b|n[’']?t\b/i,
    why: 'it is denied',
  },
  {
    types: ['decision', 'progress'],
    before:
      /\b(?:when|once|until|till|before|as soon as|after|to|will|must|need|needs|can|let[’']?s)\b(?! (?:a|an|the|some|that|this|long|much|many)\b)|^(?:who|what|why|which|how|where)\b/i,
    why: 'it is still to come',
  },
  {
    types: ['decision'],
    before: /\b(?:is|are|be|being|gets?)\s$/i,
    why: 'something decides at run time',
  },
  {
    types: ['decision'],
    after:
      /^\s*(?:not|nothing|anything|by|at|yet|whether|who|which|what|when|where|how|if|late|later|too|early|earlier|otherwise|upon)\b/i,
    why: 'what was decided is not said',
  },
  {
    types: null,
    before: /还没|没有|尚未|未|可能|也许|或许|要不要|是否|如果|要是|应该|等|需要|不$/u,
    why: 'denied or supposed, in Chinese',
  },
];

function labels(table: Partial<Record<EntryType, string>>): ReadonlyMap<string, EntryType> {
  const rows = Object.entries(table) as [EntryType, string][];
  return new Map(rows.flatMap(([type, names]) => names.split(', ').map((name) => [name, type] as const)));
}
