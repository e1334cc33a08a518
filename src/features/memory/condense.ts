/**
 * Condenses what is to be remembered to one declarative line (Mutable §Write Protocol): pleasantries leave, and so do
 * instructions to the listener where the text has something else too. Code and paths are never split.
 */
export function condense(phrase: string) {
  if (phrase.length > MAX_LENGTH) return { text: phrase.trim(), left: [] };
  const sentences = sentencesOf(phrase.replace(/\s+/g, ' ').trim());
  const spoken = sentences.filter((one) => !NICE.test(one));
  const facts = spoken.filter((one) => !INSTRUCTION.test(one));
  const selected = facts.length > 0 ? facts : spoken.length > 0 ? spoken : sentences;
  const text = selected.map(bare).filter(Boolean).join('; ');
  return { text: text || phrase.trim(), left: sentences.filter((one) => !selected.includes(one)) };
}

/** Longer texts are refused by `log`. */
const MAX_LENGTH = 8 * 1024;

/** Marks that may end a sentence; each run of them is looked at from its beginning alone, however long it is. */
const ENDS = /(?<![.!?])[.!?]+(?=\s+[\p{Lu}\p{N}`"“\p{Script=Han}])|[。！？]+/gu;

/** A sentence ends at its mark before a blank and a capital, or at a Chinese one; not within code, quotes or `e.g.`. */
function sentencesOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(ENDS)) {
    const before = text.slice(from, index + mark.length);
    if (isOpen(before) || /\b(?:e\.g|i\.e|etc|vs|cf|approx|no)\.$/i.test(before)) continue;
    found.push(before.trim());
    from = index + mark.length;
  }
  return [...found, text.slice(from).trim()].filter(Boolean);
}

const isOpen = (text: string): boolean =>
  text.split('`').length % 2 === 0 ||
  text.split('"').length % 2 === 0 ||
  text.lastIndexOf('“') > text.lastIndexOf('”');

/** Politeness only. */
const NICE =
  /^(?:(?:ok(?:ay)?|great|cool|nice|perfect|awesome|sure|right|well|hi|hey|hello|sorry|cheers|thanks|thank you|thx|ty|please|got it|makes sense|good (?:job|work|morning|point)|no worries|hope (?:that|this) helps|let me know|(?:谢谢|好的?|嗯|你好|辛苦了?|拜托))(?=[\s,.!?。！？，~]|$)[^.!?。]{0,40}?[\s,.!?。！？，~]*)$/iu;

/** Asks the one who listens to do something now. */
const INSTRUCTION =
  /^(?:(?:so|and|now|then|also),? )?(?:please (?!remember|note|keep in mind|always|never)|(?:can|could|would|will) you\b|let[’']s\b|go ahead\b|let me know\b|i(?:[’']d| would) like you to\b|make sure (?:to|you)\b|you (?:should|can|may) now\b|请(?!记住|注意|总是|始终|不要)|麻烦|帮我)/iu;

/** One step of several that are to be done in order. */
const STEP =
  /^(?:first|then|next|after that|afterwards|finally|lastly)\b(?![^,]{0,40}\b(?:is|are|was|must|has)\b)|^(?:[a-z]{2,12}) (?:\S+ ){0,8}(?:first|afterwards)[.,;]?$|^(?:首先|先|然后|接着|最后)/iu;

/** The verbs of instructions that begin with one. */
const VERB =
  '(?:add|build|change|check|clean|click|clone|configure|copy|create|delete|deploy|download|edit|fix|install|move|open|pull|push|put|refactor|remove|rename|restart|rewrite|run|save|select|set|start|stop|switch|test|update|upload|write)';

/** Several steps in one sentence. */
const CHAIN = new RegExp(
  `^(?:first,? )?${VERB}\\b.{1,160}\\bthen\\b|^${VERB}\\b.{1,160}(?:,|\\band) ${VERB} `,
  'i',
);
const BEGINS_WITH_VERB = new RegExp(`^${VERB} `, 'i');
/** One thing to do now; a condition makes it a rule. */
const TASK = new RegExp(
  `^${VERB} (?:the|a|an|all|this|these|your|our|my) (?!.*\\b(?:always|never|only|before|after|when|whenever|if|unless|each|every|until|instead|without|with)\\b)`,
  'i',
);

/** Returns true for instructions, as steps or a single task, without a lasting statement. */
export function isProcedure(text: string): boolean {
  const sentences = sentencesOf(text.slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim());
  const [first = ''] = sentences;
  if (sentences.length === 1) return CHAIN.test(first) || TASK.test(first);
  return sentences.every((one) => STEP.test(one) || BEGINS_WITH_VERB.test(one) || /^\W*$/.test(one));
}

/** Openings that carry no meaning. */
const OPENINGS: readonly RegExp[] = [
  /^(?:ok(?:ay)?|hey|hi|well|so|also|btw|by the way|fyi|great|sure|just so you know|for (?:future reference|the record)|as a reminder|heads[- ]up)[\s,:!–—-]{1,4}/i,
  /^(?:please|pls|kindly)[\s,]{1,2}/i,
  /^(?:(?:do )?(?:remember|note|memori[sz]e|store|save)(?: this| it)?(?: (?:in|to) (?:your |the )?memory)?(?: for (?:later|next time))?|keep in mind|bear in mind|make a note|don[’']?t forget|important|be aware)(?: that\b|:|,| -| –| —)\s*/i,
  /^(?:remember|note) (?=(?:the|that|we|our|i|my)\b)/i,
  /^(?:i|we)(?:[’']ve| have)? (?:just )?(?:noticed|discovered|found(?: out)?|learned|learnt|realized|realised|saw)(?: that)? (?=\S+ \S)/i,
  /^(?:it )?turn(?:s|ed) out,?(?: that)? /i,
  /^(?:you should know|i want you to (?:know|remember)|i[’']d like you to (?:know|remember))(?: that)? /i,
  /^(?:that|the fact that) (?=(?:the|our|my|we|i)\b)/i,
  /^(?:请)?(?:记住|注意|记得)(?:一下)?[：:，,\s]*/u,
];

/** Closings that carry no meaning. */
const CLOSINGS: readonly RegExp[] = [
  /(?<![\s,，;.!–—-])[\s,，;.!–—-]+(?:thanks|thank you|thx|ty|cheers|pls|for (?:later|next time|future reference)|谢谢|好吗|拜托了?)(?: (?:a lot|so much|very much|in advance|you))?[\s.!?。！？]*$/iu,
  /(?<!\s)\s*[,，]\s*(?:please|ok(?:ay)?|got it|right)[\s.!?。！？]*$/iu,
  /(?<![\s.。!！;；,])\s*[.。!！;；,]+$/u,
];

/** Openings and closings may follow one another; more than this many are text. */
const MOST_ROUNDS = 6;

function bare(sentence: string): string {
  let text = sentence;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = [...OPENINGS, ...CLOSINGS].reduce(
      (now, pattern) => now.replace(pattern, '').trim() || now,
      text,
    );
    if (next === text) break;
    text = next;
  }
  return text;
}
