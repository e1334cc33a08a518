import { foldChineseVariants } from '../../dates/date-words.js';

/**
 * The topic of `when I mention X`, `when X comes up`, `before the next X`, `提到 X 时`; null where no topic is awaited.
 * What is to be done next keeps its `next`, which tells it from the thing: `next commit`.
 */
export function parseReminderTopic(text: string): string | null {
  const read = HAN.test(text) ? inHan(text) : null;
  const known = read === null ? restOf(text)?.known : null;
  return known ? topicOf(known) : read;
}

/** True for a phrase that waits for an event, with or without a recognisable topic. */
export const isConditional = (text: string): boolean => CONDITION.test(text);

/** Returns the topic of a hand-written condition; text without a known form is returned unchanged. */
export const parseConditionTopic = (written: string): string => parseReminderTopic(plain(written)) ?? written;

/**
 * Reads a condition, stored or hand-written, without its opening words.
 * What begins otherwise is the topic itself. Never throws.
 */
export function parseReminderCondition(written: string) {
  const text = plain(written);
  const rest = parseReminderTopic(text) ?? restOf(text)?.rest;
  const read = rest ? (topicOf(rest) ?? text) : text;
  const topic = read.replace(NEXT, '');
  return { topic, isAct: topic !== read || /^before /i.test(text) };
}

const plain = (written: string): string => written.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
/** Characters; a topic is no longer. */
const MAX_LENGTH = 200;

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const NEXT = /^(?:the )?(?:very )?(?:next|each|every) /i;
const HAN = /[\u2e80-\u9fff]/;
const CONDITION = /^(?:(?:the )?next time|while|whenever|when|if|once|as soon as|(?:every|each|any) time) /i;

/** How one begins: with what happens, with what is done after it, with what is next, or with the topic itself. */
const HAPPENS =
  /^(?:(?:the )?(?:very )?next time(?: that)?|whenever|when|while|whilst|if|in case|once|as soon as|as long as|(?:every|each|any) ?time(?: that)?) /i;
const BEFORE = /^(?:right |just |shortly )?(?:before|after|prior to|ahead of|upon|during) /i;
const COMING =
  /^(?:(?:at|on|in|with|for|until|till|by|to|before|after|during|upon) )?(?:(?:the|our|my|a) )?(?=(?:very )?(?:next|each|every) )/i;
const AS_TOPIC =
  /^(?:in the context of|regarding|concerning|(?:on|upon) (?:mention of|mentioning|working on|touching)|(?:anything|everything|something) (?:about|on|around|with|related to|to do with|touching|regarding)) /i;

/** The first words of all these: most topics begin with none of them. */
const FIRST = set(
  'the very next whenever when while whilst if in once as every each any anytime right just shortly before after prior ahead upon during at on with for until till by to our my a regarding concerning anything everything something',
);

/** Who does it. */
const WHO =
  /^(?:(?:I|we|you|they|he|she|it|somebody|someone|anybody|anyone|people|claude|codex)|(?:the|a|my) (?:user|agent|team|prompt|conversation|discussion|talk|chat|task|question|work|customer|colleague))(?:['’](?:m|re|s|ve|ll))? /i;
const THERE =
  /^(?:there(?:['’]s| is| are)|(?:we|I) have) (?:(?:an?|any|some|another|more|new) )*(?:questions?|problems?|issues?|trouble|work|bugs?|changes?|talk) (?:about|with|on|in|to|around|for|of) /i;
/** Said before the verb that counts. */
const BEGINNING = set(
  'am is are was be have has had will would can ever next again back busy deep about start begin get go come want need try plan decide do around to just',
);
/** Verbs of having to do with something. */
const CONCERNS = set(
  'mention talk speak discuss bring ask say refer raise hear work touch edit change open start look think run return go get come deal see hit encounter use review visit modify handle pick reach revisit consider plan design need approach dig dive mess play fiddle tinker poke hack tackle investigate inspect check continue resume read care worry turn switch move jump tweak rework improve introduce extend focus concern involve bear write',
);
const PARTICLES = set('about on at with up into to of for in near over around upon back through across');
/** Verbs that are the topic: `when we deploy`. */
const DEEDS = set(
  'refactor deploy release ship migrate upgrade update test write rewrite build merge rename publish add remove delete fix implement debug configure install document commit push rebase launch roll tag cut squash bump submit',
);
const HAPPENED =
  /^(.+?) (?:comes? up|changes?|appears?|arises?|breaks?|fails?|shows? up|happens?|matters?|(?:is|are|gets?|was|were) (?:being )?(?:[a-z]+ed|rewritten|brought up|worked on|talked about|done|complete|ready|green|red|next|relevant|on the table|at stake|in play|the topic|the subject))(?: again| next)?$/i;
/** What one does again and again, as a thing. */
const ACTS = set(
  'commit release deploy deployment push merge migration upgrade update build pr request review refactor refactoring rewrite publish rollout launch hotfix version bump tag rebase run change demo golive handover backup redesign',
);

/** What is left behind the beginning of a condition, and the topic where the whole of it was understood. */
interface Rest {
  readonly rest: string;
  readonly known: string | null;
}

function restOf(text: string): Rest | null {
  if (!FIRST.has(text.slice(0, text.indexOf(' ')).toLowerCase())) return null;
  const coming = text.replace(COMING, '');
  if (NEXT.test(coming) && isAct(coming.replace(NEXT, ''))) return { rest: coming, known: coming };
  for (const [pattern, read] of BEGINNINGS) {
    const rest = text.replace(pattern, '');
    if (rest !== text && rest !== '') return read(rest);
  }
  return null;
}

const BEGINNINGS: readonly (readonly [RegExp, (rest: string) => Rest])[] = [
  [AS_TOPIC, (rest) => ({ rest, known: rest })],
  [HAPPENS, (rest) => done(rest) ?? { rest, known: HAPPENED.exec(rest)?.[1] ?? null }],
  [BEFORE, (rest) => done(rest) ?? { rest, known: isAct(withoutArticle(rest)) ? rest : null }],
];

/** The object of a verb of concern, or the action itself. Null without a verb. */
function done(clause: string): Rest | null {
  const about = clause.replace(THERE, '');
  if (about !== clause) return { rest: about, known: about };
  const action = clause.replace(WHO, '');
  const words = action.split(' ');
  const isSomebody = action !== clause;
  if (!isSomebody && (!/ing$/i.test(words[0] ?? '') || HAPPENED.test(clause))) return null;
  let at = 0;
  while (at < words.length - 1 && isIn(BEGINNING, words[at]!) && !isLastVerb(words, at)) at++;
  const rest = words.slice(at).join(' ');
  if (/^(?:go(?:es|ing)? )?live\b/i.test(rest)) return { rest: 'going live', known: 'going live' };
  const [command = ''] = words.slice(at);
  if (isIn(DEEDS, command) && !isParticle(words[at + 1])) return { rest, known: rest };
  if (isIn(CONCERNS, command)) return thing(words, at + 1);
  if (isParticle(command)) return thing(words, at);
  if (at > 0 && words[at - 1]!.toLowerCase() === 'to') return { rest, known: rest };
  return isSomebody ? { rest, known: isIn(DEEDS, command) ? rest : null } : null;
}

/** `need` and `start` are verbs of concern too, where no other verb follows. */
const isLastVerb = (words: readonly string[], at: number): boolean =>
  isIn(CONCERNS, words[at]!) &&
  !words
    .slice(at + 1, at + 4)
    .some((word) => isIn(CONCERNS, word) || isIn(DEEDS, word) || /^to$/i.test(word));

/** What stands behind a verb and its particles. */
function thing(words: readonly string[], from: number): Rest | null {
  let at = from;
  while (at < words.length && isParticle(words[at])) at++;
  const rest = words
    .slice(at)
    .join(' ')
    .replace(/^(?:something|anything) (?:about|with|to|on) /i, '');
  return rest === '' ? null : { rest, known: rest };
}

const isParticle = (word: string | undefined): boolean =>
  word !== undefined && PARTICLES.has(word.toLowerCase());

/** True where a phrase is of an act, alone or with what kind it is: `code review`, `release of the API`. */
function isAct(phrase: string): boolean {
  const [first = '', second, third] = phrase.split(' ');
  if (isIn(ACTS, first) && (second === undefined || isParticle(second))) return true;
  return second !== undefined && isIn(ACTS, second) && (third === undefined || isParticle(third));
}

const withoutArticle = (text: string): string => text.replace(/^(?:the|our|my|an?) /i, '');

/** True where a verb in any of its forms is one of these. */
function isIn(verbs: ReadonlySet<string>, word: string): boolean {
  const form = word.toLowerCase();
  const base = form.replace(/(?:ing|ed|es|s)$/, '');
  return [form, form.replace(/s$/, ''), base, `${base}e`, base.slice(0, -1), base.replace(/i$/, 'y')].some(
    (one) => verbs.has(one),
  );
}

const HAN_IF =
  '(?:当|如果|要是|一旦|每当|每次|下次|下一次|等|等到)?(?:我们|我|你们|你|大家|有人|用户)?(?:下次|再次|再|又|要|准备|开始|需要|想)*';
const HAN_THEN = '(?:的时候|的时|之时|时候|时|的话|之前|以前|前|之后|以后)';
const HAN_ABOUT =
  '(?:提到|提及|提起|谈到|谈起|谈论|说到|说起|聊到|聊起|讨论到?|涉及到?|碰到|遇到|处理到?|修改到?|改到|改动|用到|看到|问到|问起|接触到?|编辑|研究|打开|重构|调整|优化|动到|想到)';
const HAN_DEED =
  '(?:部署|发布|发版|上线|提交(?:代码)?|合并(?:代码|分支)?|推送(?:代码)?|推代码|迁移|升级|测试|重构|打包|回滚|评审)';
const HAN_VERB = '(?:做|改|写|动|用|开发|碰|看|弄|搞|测|修|调)';

/** What is awaited in Chinese; the group `topic` is what to watch for. */
const compileHanContexts = (): readonly RegExp[] =>
  [
    `^${HAN_IF}在?(?<topic>${HAN_DEED})${HAN_THEN}$`,
    `^下一?次(?:再|要)?(?<topic>${HAN_DEED})$`,
    `^${HAN_IF}(?:${HAN_ABOUT}|部署|发布)(?:了|过)?(?!${HAN_THEN}$)(?<topic>.+?)${HAN_THEN}?$`,
    `^${HAN_IF}在?${HAN_VERB}(?<topic>.+?)${HAN_THEN}$`,
    `^(?:下次|下一次|每次|每当|再)(?:我们|我)?(?:再|要)?${HAN_VERB}(?<topic>.+?)$`,
    `^(?:当|如果|要是|一旦|每当|每次|下次)?(?<topic>.+?)(?:被提到|被提及|被改动|被修改|出现)${HAN_THEN}?$`,
  ].map((source) => new RegExp(source, 'd'));

/** Compiled at first need. */
let hanContexts: readonly RegExp[] | undefined;

function inHan(text: string): string | null {
  const folded = foldChineseVariants(text);
  hanContexts ??= compileHanContexts();
  for (const pattern of hanContexts) {
    const topic = pattern.exec(folded)?.indices?.groups?.topic;
    const read = topic && topicOf(text.slice(...topic));
    if (read) return read;
  }
  return null;
}

/** Words that name no topic by themselves. */
const EMPTY =
  /^(?:it|I|we|you|they|this|that|these|those|them|something|anything|everything|stuff|things?|one|so|back|here|him|her|他|它|这个|那个|这|那|的|之|之前|之后|以前|前|后)$/i;

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
