import type { EntryType } from '../entry-types.js';

/*
 * Words that show the type of a freely written line (Mind §Loose parsing; FEATURES A3). Patterns run over one sentence
 * in which code and quotes are blanked; all repeats are bounded.
 */

/** Base confidence of each cue. A bold label and `MEMORY:` raise it, whatever cue follows. */
export const CONFIDENCE = { bold: 0.9, memory: 0.7, label: 0.6, phrase: 0.5, complaint: 0.4 } as const;

/** What raises the confidence, and its maximum. */
export const CONFIDENCE_BONUS = { bold: 0.2, because: 0.15, over: 0.1, most: 1 } as const;

/** Labels with more meaning than the type: they stay a part of the text. */
export const SPEAKING_LABELS = 'fixed, fix, resolved, solved, temporary, 已修复, 修复, 临时';

/** Prefixes of a line, with the type of a line that has no other cue. */
export const MARKER_CUES = {
  /** Mind: a line to be remembered permanently. */
  memory: 'learning',
  /** Mind: a line that is always shown; it gets the tag `key`. */
  key: 'fact',
} as const satisfies Record<string, EntryType>;

export interface PhraseCue {
  readonly type: EntryType;
  /** Matches the phrase, ignoring case. Compiled on first use. */
  readonly pattern: () => RegExp;
  /** `rest`: at the start of a sentence the phrase is removed and the rest is the entry. */
  readonly keeps?: 'rest';
  /** A complaint is a weaker cue than a phrase. */
  readonly how?: 'complaint';
  /** True if it matches only in the first person: `FIRST_PERSON` must precede it. */
  readonly ours?: true;
  readonly why: string;
}

/** What precedes the main word of a first-person statement: the start of a sentence, or a subject inside it. */
export const FIRST_PERSON =
  /(?:^(?:[^\s\d]{1,20} and )?(?:we|i|the team|team)?(?:[’']ve|[’']m|[’']re| have| has| are| am| were)?\s?(?:(?:finally|just|now|then|also|ultimately|eventually|still|all|both) ){0,2}|\b(?:we|i)(?:[’']ve|[’']m|[’']re| have| are| am| were)? (?:(?:finally|just|now|then|also|all|both|still) )?)$/i;

/** What precedes the second clause of a sentence without a subject: `tried X, and learned that`. */
export const SAME_SUBJECT =
  /^[a-z]{2,12}ed\b[^;]{1,160}(?:,|\band|\bbut) (?:and |but )?(?:then |also |finally )?$/;

/** Of two cues with equal confidence, the earlier one is used. */
export const PHRASE_CUES: readonly PhraseCue[] = [
  {
    type: 'rejected',
    pattern: () => /\bdecided (?:not to|against)\b/gi,
    ours: true,
    why: 'a decision not to do is what was turned down, not a decision (A3)',
  },
  {
    type: 'decision',
    pattern: () => /\bdecided (?:to|that)\b(?! not\b)/gi,
    keeps: 'rest',
    ours: true,
    why: 'the seed’s own form',
  },
  {
    type: 'decision',
    pattern: () => /\bdecided on\b/gi,
    keeps: 'rest',
    ours: true,
    why: 'a choice with its object',
  },
  {
    type: 'decision',
    pattern: () => /\bdecided\b(?= [^\s\d])/gi,
    ours: true,
    why: 'decided, without a particle',
  },
  {
    type: 'decision',
    pattern: () =>
      /\b(?:chose|opted (?:for|to)|settled on|went with(?! [^,;.]{1,30} to (?:the|a|an|my|our)\b))\b/gi,
    ours: true,
    why: 'a choice by those who write',
  },
  {
    type: 'decision',
    pattern: () => /\bgoing with\b(?! the flow\b| [^,;.]{1,30} to (?:the|a|an|my|our)\b)/gi,
    ours: true,
    why: 'a choice as it is made; not with somebody to a place',
  },
  {
    type: 'decision',
    pattern: () =>
      /\b(?:picked|selected|preferred|us(?:e|ing))\b(?=.{1,80}(?: over | instead of | rather than |, not ))/gi,
    ours: true,
    why: 'only with what was not taken',
  },
  {
    type: 'decision',
    pattern: () => /\bagreed (?:to|on)\b/gi,
    ours: true,
    why: 'a choice of several people',
  },
  {
    type: 'decision',
    pattern: () =>
      /\b(?:we(?:[’']ll| will)|let[’']?s|let us) (?:go with(?! the flow\b| [^,;.]{1,30} to (?:the|a|an|my|our)\b)|stick (?:with|to)|stay (?:with|on)|settle on|adopt)\b|\bwe(?:[’']ll| will) use\b/gi,
    why: 'a choice for what comes',
  },
  {
    type: 'decision',
    pattern: () =>
      /^from now on\b(?!,? it\b)|\bfrom now on$|^(?:we are |we[’']re )?(?:switching|migrating) from .{1,60} to /gi,
    why: 'what holds from here on',
  },
  {
    type: 'decision',
    pattern: () =>
      /^(?:我们|我|大家|团队|今天|昨天|刚刚|最后|最终|终于|已经){0,3}决定(?!了?吗|不|要不要|是否|于|权|性|因素)(?=.)/gi,
    keeps: 'rest',
    why: 'decided, in Chinese',
  },
  {
    type: 'decision',
    pattern: () =>
      /^(?:我们|我|大家|团队|最后|最终|终于){0,3}(?:选择了|选了|选用了|敲定|改用)|^(?:我们)?(?:选|选择|采用|使用|用)(?=.{1,40}而不是)/gi,
    why: 'a choice, in Chinese',
  },

  {
    type: 'rejected',
    pattern: () =>
      /\bwe (?:won[’']t|will not|are not going to) (?:use|adopt|go with)\b|\b(?:we(?:[’']re| are) )?not going with\b/gi,
    why: 'what will not be used',
  },
  {
    type: 'rejected',
    pattern: () => /^(?:please )?(?:don[’']?t|do not) use\b/gi,
    why: 'an order not to use something',
  },
  { type: 'rejected', pattern: () => /^(?:请)?(?:不要|别)(?:再)?(?:使用|用)/gi, why: 'the same in Chinese' },
  {
    type: 'rejected',
    pattern: () => /\btried\b[^.;]{1,160}\b(?:but|didn[’']?t|did not|failed|no luck|in vain)\b/gi,
    ours: true,
    why: 'an attempt and its end',
  },
  {
    type: 'rejected',
    pattern: () => /\b(?:gave up on|ruled out|given up on|abandoned)\b/gi,
    ours: true,
    why: 'an approach that was left',
  },
  {
    type: 'rejected',
    pattern: () =>
      /\b(?:rejected|turned down)\b(?! by\b| (?:(?!because\b|since\b|as\b|due\b)[a-z-]+ ){1,3}(?:is|are|was|were|stays?|gets?|returns?|should|must|can|will|has|have)\b)/gi,
    keeps: 'rest',
    ours: true,
    why: 'what was turned down; not “rejected requests are logged”',
  },
  {
    type: 'rejected',
    pattern: () =>
      /^(?:we(?:[’']re| are) )?not (?:using|adopting) (?=[^:,]{1,60}(?:: | because |, (?:it|too|as|since) ))/gi,
    why: 'what is not used, with the reason',
  },
  {
    type: 'rejected',
    pattern: () => /^(?:我们|我|最后|最终)*(?:放弃了|决定不(?!了)|试过.{1,80}(?:但|不行|失败))/gi,
    why: 'turned down, in Chinese',
  },

  {
    type: 'rule',
    pattern: () =>
      /^(?:please )?(?!always \w+ to\b)(?:always|never|(?:don[’']?t|do not) ever) (?!a\b|an\b|the\b|been\b|mind\b|again\b|had\b|got\b|saw\b|seen\b|knew\b|on\b|in\b|at\b|for\b|with\b|to\b|so\b|too\b|as\b|more\b|less\b|enough\b)(?!\w+(?:ed|ing|[^s]s)\b)[a-z-]+ \S/gi,
    why: 'an order without a subject',
  },
  {
    type: 'rule',
    pattern: () => /^(?:you must\b|(?:every|each|all|any|no) [^,.;]{1,60} must\b)/gi,
    why: 'an order to everybody',
  },
  {
    type: 'rule',
    pattern: () => /^(?:禁止|严禁|切勿|务必|永远不要|绝不)/gi,
    why: 'an order, in Chinese',
  },

  {
    type: 'learning',
    pattern: () => /^til (?=\S)/gi,
    why: 'today I learned',
  },
  {
    type: 'learning',
    pattern: () => /^(?:it )?turn(?:s|ed) out,?(?: that)?\b/gi,
    keeps: 'rest',
    why: 'what was not expected',
  },
  {
    type: 'learning',
    pattern: () =>
      /\b(?:learned|learnt|reali[sz]ed|discovered|noticed|found out|figured out|found|saw) that\b/gi,
    keeps: 'rest',
    ours: true,
    why: 'the seed’s own form',
  },
  {
    type: 'learning',
    pattern: () =>
      /\b(?:learned|learnt) the hard way\b|\b(?:reali[sz]ed|discovered)\b(?! (?:i|my)\b)|\b(?:found|figured) out (?:why|how)\b/gi,
    ours: true,
    why: 'what somebody found',
  },
  {
    type: 'learning',
    pattern: () => /^(?:我们|我|今天|刚刚)*(?:发现|学到了?|意识到|原来)(?!的?问题)(?=.)/gi,
    keeps: 'rest',
    why: 'found, in Chinese',
  },

  {
    type: 'blocker',
    pattern: () => /\b(?:blocked (?:by|on)|stuck on|waiting on)\b/gi,
    ours: true,
    why: 'what stops progress',
  },
  {
    type: 'blocker',
    pattern: () => /\b(?:waiting for\b(?=.{1,80} to )|(?<=still )waiting for\b)/gi,
    ours: true,
    why: 'somebody else’s turn',
  },
  {
    type: 'blocker',
    pattern: () => /\bcan(?:[’']?t|not| not) (?:continue|proceed|go on|move on)\b/gi,
    ours: true,
    why: 'what stops progress',
  },
  {
    type: 'blocker',
    pattern: () => /^(?:我们|我|还是|又)*(?:卡在|被.{1,40}(?:阻塞|卡住)|无法继续)/gi,
    why: 'what stops progress, in Chinese',
  },

  {
    type: 'gotcha',
    pattern: () =>
      /^(?:please )?(?:be )?careful (?:with|when|about|not to)\b|^(?:watch out for|beware(?: of)?(?= \w)|look out for)\b/gi,
    why: 'a trap named as one',
  },
  { type: 'gotcha', pattern: () => /^(?:小心|当心|注意)/gi, why: 'a trap, in Chinese' },

  {
    type: 'todo',
    pattern: () =>
      /^(?:please )?(?:remember to|(?:don[’']?t|do not) forget to|(?:i |we )?need to remember)\b(?! (?:to )?(?:never|always|not|avoid)\b)/gi,
    why: 'what must not be forgotten',
  },

  {
    type: 'progress',
    pattern: () =>
      /\b(?:fixed|finished|shipped|implemented|merged|deployed|completed|solved|resolved|released)(?= (?!to |up |on |off |onto ))/gi,
    ours: true,
    why: 'what was done, by those who did it',
  },
  {
    type: 'progress',
    pattern: () => /\b(?:is|are) (?:now |finally )?(?:fixed|solved|resolved)\b/gi,
    why: 'what was done, told of the thing',
  },
  { type: 'progress', pattern: () => /\bgot\b.{1,80}\bworking\b/gi, ours: true, why: 'it works at last' },
  {
    type: 'progress',
    pattern: () => /^(?:我们|我|终于)?(?:已经?)?(?:修复了|修好了|完成了|解决了|上线了|实现了)/gi,
    why: 'what was done, in Chinese',
  },

  {
    type: 'assumption',
    pattern: () => /^assuming\b|\b(?:i|we) assumed?\b|^presumably\b/gi,
    why: 'taken to be true',
  },
  { type: 'assumption', pattern: () => /^假设|^假定/gi, why: 'taken to be true, in Chinese' },

  {
    type: 'problem',
    pattern: () => /\b(?:is|are) (?:still |completely |totally )?broken\b/gi,
    why: 'a state of failure',
  },
  {
    type: 'problem',
    pattern: () => /\bkeeps? (?:failing|crashing|hanging|breaking|timing out|looping)\b/gi,
    why: 'a failure that comes again',
  },
  {
    type: 'problem',
    pattern: () => /\b(?:crashes|hangs|fails) (?:on|when|with|in|for|if|at|after)\b/gi,
    why: 'a failure and its place',
  },
  {
    type: 'problem',
    pattern: () => /(?:总是|一直|经常)(?:失败|崩溃|报错|超时)/gi,
    why: 'a failure that comes again, in Chinese',
  },
  {
    type: 'problem',
    pattern: () => /\b(?:does|do|is|are|did)(?: not|n[’']?t) work(?:ing)?\b/gi,
    how: 'complaint',
    why: 'the seed’s weakest form',
  },
  {
    type: 'problem',
    pattern: () => /不能用|用不了|不工作|不起作用|没有效果/gi,
    how: 'complaint',
    why: 'the same in Chinese',
  },

  {
    type: 'preference',
    pattern: () =>
      /^(?:(?:the |our )?(?:user|customer|client|team)|i|we)? ?prefers?\b(?! not\b)|^(?:i|we)[’']d rather\b(?=.{1,80} than )/gi,
    why: 'how somebody wants it',
  },
  {
    type: 'preference',
    pattern: () => /^(?:用户|客户|我|我们)?(?:更喜欢|偏好)|^(?:用户|客户|我|我们)喜欢/gi,
    why: 'how somebody wants it, in Chinese',
  },
];

interface VetoCue {
  /** The types that it cancels; null: every type. */
  readonly types: readonly EntryType[] | null;
  /** Precedes the phrase in its clause. */
  readonly before?: RegExp;
  /** Follows the phrase directly. */
  readonly after?: RegExp;
  readonly why: string;
}

/** What cancels a phrase (A3: "haven't decided", "might decide", "should we decide"). */
export const VETO_CUES: readonly VetoCue[] = [
  {
    types: null,
    before:
      /\b(?:might|may|could|should|would|shall|if|whether|perhaps|maybe|wonder|wondering|suppose|unless|almost|nearly|about to|in case|hope|hopefully|unclear|ask(?:ed)?|says?|said|claims?|told)\b/i,
    why: 'it is wished, asked, supposed or told by others, not said',
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
    types: ['decision', 'rejected'],
    after:
      /\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|weekend)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
    why: 'it holds for a day',
  },
  {
    types: ['decision', 'rejected', 'blocker', 'progress', 'learning', 'problem'],
    before: /^my\b/i,
    after: /\b(?:myself|himself|herself|yourself|my|his|her)\b/i,
    why: 'a private matter',
  },
  {
    types: ['progress'],
    after: /\bbut\b/i,
    why: 'it is not over',
  },
  {
    types: null,
    before: /还没|没有|尚未|未|可能|也许|或许|要不要|是否|如果|要是|应该|等|需要|不$/u,
    why: 'denied or supposed, in Chinese',
  },
];
