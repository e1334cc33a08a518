import { foldHan } from './words.js';

/** The topic of `when I mention X`, `when X comes up`, `提到 X 时`; null where no topic is awaited. */
export function readTrigger(said: string): string | null {
  const folded = foldHan(said);
  for (const pattern of CONTEXTS) {
    const topic = pattern.exec(folded)?.indices?.groups?.topic;
    if (topic) return topicOf(said.slice(...topic));
  }
  return null;
}

/** True for a phrase that waits for something to happen, whether or not a topic can be told. */
export const isConditional = (said: string): boolean => CONDITION.test(said);

const IF = '(?:(?:the )?next time|whenever|when|if|once|as soon as|(?:every|each|any) time)';
const CONDITION = new RegExp(`^${IF} `, 'i');
const WHO =
  "(?:I|we|you|they|somebody|someone|anybody|anyone|the user|the agent|claude|codex)(?:'m|'re| am| are| is| have| has)?";
const BEGINS = '(?:start|starts|begin|begins|next|again|ever|get|have|need|want|go|come)(?: back)?(?: to)?';

const ABOUT = inflected(
  'mention, talk about, speak of, speak about, discuss, bring up, ask about, ask for, say, refer to, raise, ' +
    'work on, work with, work in, work at, touch, edit, change, open, start, start on, start with, look at, ' +
    'look into, run, return to, go back to, get back to, come back to, get to, deal with, see, hit, run into, ' +
    'encounter, use, review, visit, modify, handle, pick up, reach, revisit, consider, plan, design, need, approach',
);
const DOING = inflected(
  'refactor, deploy, release, ship, migrate, upgrade, update, test, write, rewrite, build, merge, rename, ' +
    'publish, add, remove, delete, fix, implement, debug, configure, install, document, commit, push, rebase',
);
const HAPPENS =
  '(?:comes? up|changes?|appears?|arises?|breaks?|fails?|shows? up|happens?|' +
  `(?:is|are|gets?|was) (?:being )?(?:${inflected('mention, discuss, touch, change, edit, raise, open, need, use, modify, deploy, release, merge, refactor, update')}|brought up|worked on|talked about|done|finished|complete|ready|green|red))`;
const HAN_IF =
  '(?:当|如果|要是|一旦|每当|每次|下次|等)?(?:我们|我|你们|你|大家|有人|用户)?(?:下次|再次|再|又)?';
const HAN_THEN = '(?:的时候|的时|之时|时候|时|的话)';

/** What is awaited, in English and Chinese; the group `topic` is what to watch for. */
const CONTEXTS: readonly RegExp[] = [
  `^${IF} (?<topic>.+?) ${HAPPENS}(?: again| next)?$`,
  `^${IF} (?:${WHO} )?(?:${BEGINS} )*?(?:${ABOUT}) (?<topic>.+)$`,
  `^${IF} (?:${WHO} )?(?:${BEGINS} )*?(?<topic>(?:${DOING})(?: .+)?)$`,
  '^(?:on|upon) (?:mention of|mentioning|working on|touching) (?<topic>.+)$',
  `^${HAN_IF}(?:提到|提及|提起|谈到|谈起|谈论|说到|说起|聊到|聊起|讨论到?|涉及到?|碰到|遇到|处理到?|修改到?|改到|用到|看到|问到|问起|接触到?|编辑|研究|打开|重构|部署|发布)(?<topic>.+?)(?:${HAN_THEN}|之后)?$`,
  `^${HAN_IF}(?:在)?(?:做|改|写|动|用|开发)(?<topic>.+?)${HAN_THEN}$`,
  `^(?:当|如果|要是|一旦|每当|每次|下次)?(?<topic>.+?)(?:被提到|被提及|被改动|被修改|出现)${HAN_THEN}?$`,
].map((source) => new RegExp(source, 'di'));

/** Words that name no topic by themselves. */
const EMPTY =
  /^(?:it|I|we|you|they|this|that|these|those|them|something|anything|everything|stuff|things?|one|so|他|它|这个|那个|这|那)$/i;

function topicOf(text: string): string | null {
  const bare = text
    .trim()
    .replace(/(?<![\s.!?。！？,，])[\s.!?。！？,，]+$/, '')
    .replace(/ (?:again|(?:the )?next time)$/i, '')
    .replace(/^["'“‘「『`]+|(?<!["'”’」』`])["'”’」』`]+$/g, '')
    .replace(/^(?:(?:the )?(?:topic|subject|word) (?:of )?|the |an? |our |my |your )(?=\S)/i, '')
    .replace(/^["'“‘「『`]+/, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(bare) && !EMPTY.test(bare) ? bare : null;
}

/** Source of a pattern for verbs in all their forms: `ask about`, `asks about`, `asking about`. */
function inflected(verbs: string): string {
  const forms = verbs.split(', ').map((verb) => {
    const [word = '', ...particles] = verb.split(' ');
    return [formsOf(word), ...particles].join(' ');
  });
  return forms.join('|');
}

function formsOf(verb: string): string {
  const [stem, last] = [verb.slice(0, -1), verb.slice(-1)];
  if (last === 'e') return `${stem}(?:e|es|ed|ing|eing)`;
  if (last === 'y' && !/[aeo]y$/.test(verb)) return `${stem}(?:y|ies|ied|ying)`;
  return `${verb}(?:s|es|ed|ing|${last}ing|${last}ed)?`;
}
