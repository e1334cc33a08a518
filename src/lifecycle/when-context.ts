import { foldHan } from './when-words.js';

/** True for `next session` and what else means the next time that somebody works here. */
export const isNextSession = (said: string): boolean =>
  SESSIONS.some((pattern) => pattern.test(foldHan(said)));

/** The topic of `when I mention X`, `when X comes up`, `提到 X 时`; null where no topic is awaited. */
export function readTrigger(said: string): string | null {
  const folded = foldHan(said);
  for (const pattern of CONTEXTS) {
    const topic = pattern.exec(folded)?.indices?.groups?.['topic'];
    if (topic) return topicOf(said.slice(...topic));
  }
  return null;
}

/** True for a phrase that waits for something to happen, whether or not a topic can be told. */
export const isConditional = (said: string): boolean => CONDITION.test(said);

const CONDITION = /^(?:(?:the )?next time|when(?:ever)?|if|once|as soon as|every time|each time)\b/i;

const IF = String.raw`(?:the next time|next time|whenever|when|if|once|as soon as|every time|each time|any time)`;
const WHO = String.raw`(?:I|we|you|they|somebody|someone|anybody|anyone|the user|the agent|claude|codex)`;
const AUXILIARY = String.raw`(?:(?:are|am|is|'re|'m|start|starts|begin|next|again|ever) |(?:start|get|have|need|want|go|come) (?:back )?to )*`;
const SAYS = String.raw`(?:mention|talk(?:ing)? about|speak(?:ing)? (?:of|about)|discuss|bring(?:ing)? up|ask(?:ing)? (?:about|for)|say|refer(?:ring)? to|rais(?:e|ing))`;
const WORKS = String.raw`(?:work(?:ing)? (?:on|with|in|at)|touch|edit|chang(?:e|ing)|open|start(?:ing)?(?: on| with)?|look(?:ing)? (?:at|into)|return(?:ing)? to|(?:go|get|com)(?:ing|e)? back to|deal(?:ing)? with|see|hit|run(?:ning)? into|encounter|us(?:e|ing)|review|visit|modify|handl(?:e|ing)|pick(?:ing)? up|reach)`;
const DOES = String.raw`(?:refactor|deploy|releas(?:e|ing)|ship|migrat(?:e|ing)|upgrad(?:e|ing)|updat(?:e|ing)|test|writ(?:e|ing)|rewrit(?:e|ing)|build|merg(?:e|ing)|renam(?:e|ing)|publish|add|remov(?:e|ing)|delet(?:e|ing)|fix|implement|debug|configur(?:e|ing)|install|document|commit|push|rebas(?:e|ing))`;
const HAPPENS = String.raw`(?:comes? up|(?:is|are|gets?) (?:mentioned|discussed|touched|changed|edited|brought up|raised|opened|worked on|needed|used|modified|deployed|released|merged)|appears?|arises?|changes?|breaks?|fails?|shows? up|happens?)`;
const ENDS = String.raw`(?:s|es|ing|ting|ping)?`;

/** What is awaited, in English and Chinese; the group `topic` is what to watch for. */
const CONTEXTS: readonly RegExp[] = [
  `^${IF} (?<topic>.+?) ${HAPPENS}(?: again| next)?$`,
  `^${IF} ${WHO} ?${AUXILIARY}(?:${SAYS}|${WORKS})${ENDS} (?<topic>.+)$`,
  `^${IF} (?:${SAYS}|${WORKS})${ENDS} (?<topic>.+)$`,
  `^${IF} (?:${WHO} ?${AUXILIARY})?(?<topic>${DOES}${ENDS}(?: .+)?)$`,
  `^(?:on|upon) (?:mention of|mentioning|working on|touching) (?<topic>.+)$`,
  '^(?:当|如果|要是|一旦|每当|每次|下次|等)?(?:我们|我|你们|你|大家|有人|用户)?(?:下次|再次|再|又)?(?:提到|提及|提起|谈到|谈起|谈论|说到|说起|聊到|聊起|讨论到?|涉及到?|碰到|遇到|处理到?|修改到?|改到|用到|看到|问到|问起|接触到?|编辑|研究|打开|重构|部署|发布)(?<topic>.+?)(?:的时候|的时|之时|时候|时|的话|之后)?$',
  '^(?:当|如果|要是|一旦|每当|每次|下次|等)?(?:我们|我|你们|你|大家|有人|用户)?(?:在)?(?:做|改|写|动|用|开发)(?<topic>.+?)(?:的时候|之时|时候|时)$',
  '^(?:当|如果|要是|一旦|每当|每次|下次)?(?<topic>.+?)(?:被提到|被提及|被改动|被修改|出现)(?:的时候|之时|时候|时|的话)?$',
].map((source) => new RegExp(source, 'di'));

const SESSIONS: readonly RegExp[] = [
  /^(?:(?:at|in|on|for|during|from|until|till|by) )?(?:the )?(?:(?:start|beginning) of )?(?:the |my |our |your )?next[ -](?:session|time|chat|conversation|start)(?: (?:starts|begins|opens|(?:we|i) (?:talk|meet|work|start|speak|chat|are here|am here)))?$/i,
  /^(?:when|once|as soon as|if) (?:we|i)(?:'m| am| are|'re)? ?(?:start|begin|resume|continue|(?:come |get |be )?back|return)(?: again| working| work)?$/i,
  /^(?:when|once|as soon as) (?:the|a|my|our) (?:next|new) session (?:starts|begins|opens)$/i,
  /^(?:session start|start of session|new session)$/i,
  /^(?:在|到|等)?(?:下一?(?:次|个|轮|回))的?(?:会话|对话|聊天|启动|开工|见面|工作)?(?:的时候|开始时|开始|时|里|中)?$/,
  /^(?:次回|次の(?:セッション|会话))(?:に|で|から)?$/,
  /^(?:(?:in|bei) der )?nächsten? (?:sitzung|session)$|^nächstes mal$/i,
];

/** Words that name no topic by themselves. */
const EMPTY =
  /^(?:it|this|that|these|those|them|something|anything|everything|stuff|things?|one|so|他|它|这个|那个|这|那)$/i;

function topicOf(text: string): string | null {
  const bare = text
    .trim()
    .replace(/[\s.!?。！？,，]+$/, '')
    .replace(/ (?:again|next time|the next time)$/i, '')
    .replace(/^["'“‘「『`]+|["'”’」』`]+$/g, '')
    .replace(/^(?:(?:the )?(?:topic|subject|word) (?:of )?|the |an? |our |my |your )(?=\S)/i, '')
    .replace(/^["'“‘「『`]+/, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(bare) && !EMPTY.test(bare) ? bare : null;
}
