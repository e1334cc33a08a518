import { foldHan } from '../words/han.js';
import { once } from './hearing.js';

/** What a reminder waits for: a topic, and whether somebody must be about to do it (`the next commit`). */
export interface Awaited {
  readonly topic: string;
  readonly isAct: boolean;
}

/**
 * The topic of `when I mention X`, `when X comes up`, `before the next X`, `提到 X 时`; null where no topic is awaited.
 * What is to be done next keeps its `next`, so that it is told from the thing: `next commit`.
 */
export function readTrigger(said: string): string | null {
  for (const pattern of contexts()) {
    const topic = pattern.exec(foldHan(said))?.indices?.groups?.topic;
    const read = topic && topicOf(said.slice(...topic));
    if (read) return read;
  }
  return null;
}

/** True for a phrase that waits for something to happen, whether or not a topic can be told. */
export const isConditional = (said: string): boolean => CONDITION.test(said);

/**
 * What a reminder waits for, as it was read once or as somebody wrote it by hand: how one begins to say it is taken off.
 * What begins otherwise is the topic itself. Never throws.
 */
export function awaitedIn(written: string): Awaited {
  const said = written.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  if (!MAY_BEGIN.test(said)) return { topic: said, isAct: false };
  const read = readTrigger(said) ?? looselyIn(said);
  const topic = read.replace(NEXT, '');
  return { topic, isAct: topic !== read || /^before /i.test(said) };
}

/** The topic of a condition that somebody wrote by hand; what is none stands as it is. */
export const topicIn = (written: string): string =>
  (MAY_BEGIN.test(written) ? readTrigger(written) : null) ?? written;

/** What the beginning of a condition leaves; all of it where nothing is left. */
function looselyIn(said: string): string {
  const rest = said.replace(LOOSE, '').replace(HAN_LOOSE, '$<topic>');
  return topicOf(rest) ?? said;
}

/** Characters; a topic is no longer. */
const LONGEST = 200;

const NEXT = /^(?:the )?(?:very )?(?:next|each|every) /i;
const IF =
  '(?:(?:the )?(?:very )?next time(?: that)?|the moment|the day|whenever|when|while|whilst|if|in case|once|as soon as|as long as|(?:every|each|any) time(?: that)?|any ?time)';
const BEFORE = '(?:right |just |shortly )?(?:before|after|prior to|ahead of|upon|during)';
const CONDITION = /^(?:(?:the )?next time|while|whenever|when|if|once|as soon as|(?:every|each|any) time) /i;
/** How a condition may begin: what begins otherwise is not taken apart. */
const MAY_BEGIN =
  /^(?:the (?:very )?next|the (?:moment|day|topic|subject)|when|whil|if |in (?:case|the context)|once |as (?:soon|long)|(?:every|each|any|next|right|just|shortly|before|after|prior|ahead|upon|during|on|at|with|for|until|till|by|regarding|concerning|remind|anything|everything|something|topic:) ?)|^[⺀-鿿]/i;
const LOOSE = new RegExp(
  `^(?:(?:remind me )?(?:${IF}|${BEFORE}|next time|next|each|every|regarding|concerning|in the context of|topic:) |(?:anything|everything|something) (?:about|on|around|with|related to|to do with|touching|regarding) |the (?:topic|subject) (?:of )?)+` +
    `(?:(?:I|we|you|somebody|someone|anyone)(?:'m|'re| am| are)? )?(?:(?:is|are|be|about|on|in|into|with|around|go near) )*`,
  'i',
);
const HAN_LOOSE =
  /^(?:当|如果|要是|一旦|每当|每次|下一?次|关于|有关|等)?(?:我们?|你们?|大家)?(?<topic>.+?)(?:的时候|之前|以前|时候|时|前|的话)?$/;

const WHO =
  "(?:I|we|you|they|he|she|it|somebody|someone|anybody|anyone|one|people|the (?:user|agent|team|prompt|conversation|discussion|talk|chat|topic|task|question|work)|a (?:prompt|user|question|task|customer|colleague)|my (?:prompt|question|task)|claude|codex)(?:'m|'re|'s| am| are| is| have| has|'ve| will|'ll| am about to| are about to)?";
const BEGINS =
  '(?:start|starts|starting|begin|begins|beginning|next|again|ever|get|have|need|want|go|come|going|try|about|plan|decide|do)(?: back)?(?: around)?(?: to)?(?: do)?';

const ABOUT =
  'mention, talk about, talk of, speak of, speak about, discuss, bring up, ask about, ask for, say, refer to, raise, hear about, hear of, ' +
  'work on, work with, work in, work at, touch, touch on, edit, change, open, open up, start, start on, start with, look at, think about, think of, ' +
  'look into, run, return to, go back to, get back to, come back to, get to, get around to, get into, deal with, see, hit, run into, come across, ' +
  'encounter, use, review, visit, modify, handle, pick up, reach, revisit, consider, plan, design, need, approach, dig into, dive into, go near, go into, ' +
  'do something with, do anything with, do something about, mess with, play with, fiddle with, tinker with, poke at, hack on, tackle, investigate, inspect, check, continue, continue with, ' +
  'resume, write about, read about, read, care about, worry about, turn to, switch to, move on to, come to, jump into, tweak, rework, improve, ' +
  'introduce, extend, set up, build on, focus on, concern, involve, bear on';
const DOING =
  'refactor, deploy, release, ship, migrate, upgrade, update, test, write, rewrite, build, merge, rename, ' +
  'publish, add, remove, delete, fix, implement, debug, configure, install, document, commit, push, rebase, ' +
  'launch, roll out, go live, tag, cut, open a, squash, bump, hand over, submit';
/** What one does again and again, as a thing. */
const ACT =
  '(?:(?:big|major|minor|public|beta|new|final|first|git|npm|production|prod|db|database|schema|staging|code|version|feature|hot) ?-?)?' +
  '(?:commits?|releases?|deploys?|deployments?|push(?:es)?|merges?|migrations?|upgrades?|updates?|builds?|prs?|pull requests?|merge requests?|code reviews?|reviews?|' +
  'refactors?|refactorings?|rewrites?|publish(?:es)?|rollouts?|launch(?:es)?|hotfix(?:es)?|versions?|version bumps?|tags?|rebases?|test runs?|changes?|bumps?|demos?|go-?live|handovers?|backups?|redesigns?)';
const HAPPENS_DONE =
  'mention, discuss, touch, change, edit, raise, open, need, use, modify, deploy, release, merge, refactor, update, involve, affect, concern, review, rewrite';
const HAN_IF =
  '(?:当|如果|要是|一旦|每当|每次|下次|下一次|等|等到)?(?:我们|我|你们|你|大家|有人|用户)?(?:下次|再次|再|又|要|准备|开始|需要|想)*';
const HAN_THEN = '(?:的时候|的时|之时|时候|时|的话|之前|以前|前|之后|以后)';
const HAN_ABOUT =
  '(?:提到|提及|提起|谈到|谈起|谈论|说到|说起|聊到|聊起|讨论到?|涉及到?|碰到|遇到|处理到?|修改到?|改到|改动|用到|看到|问到|问起|接触到?|编辑|研究|打开|重构|调整|优化|动到|想到)';
const HAN_DOING =
  '(?:部署|发布|发版|上线|提交(?:代码)?|合并(?:代码|分支)?|推送(?:代码)?|推代码|迁移|升级|测试|重构|打包|回滚|评审)';

/** What is awaited, in English and Chinese; the group `topic` is what to watch for. */
const contexts = once((): readonly RegExp[] => {
  const about = inflected(ABOUT);
  const doing = inflected(DOING);
  const happens =
    '(?:comes? up|changes?|appears?|arises?|breaks?|fails?|shows? up|happens?|matters?|' +
    `(?:is|are|gets?|was) (?:being )?(?:${inflected(HAPPENS_DONE)}|brought up|worked on|talked about|done|finished|complete|ready|green|red|next|relevant|on the table|at stake|in play|the topic|the subject))`;
  const preposition = '(?:(?:at|on|in|with|for|until|till|by|to) )?';
  return [
    `^${IF} (?<topic>.+?) ${happens}(?: again| next)?$`,
    `^${IF} it comes to (?<topic>.+)$`,
    `^${IF} (?:${WHO} )?(?:${BEGINS} )*?(?:${about}) (?<topic>.+)$`,
    `^${IF} (?:${WHO} )?(?:${BEGINS} )*?(?<topic>(?:${doing})(?: .+)?)$`,
    `^${IF} ${WHO} (?:back |busy |deep |stuck |done )?(?:on|in|inside|into|around|near|with|at|about|over at|over in) (?<topic>.+)$`,
    `^${IF} (?:there is|there's|there are|we have|I have) (?:(?:an?|any|some|another|more|new) )*(?:question|questions|problem|problems|issue|issues|trouble|work|bug|bugs|change|changes|talk) (?:about|with|on|in|to|around|for|of) (?<topic>.+)$`,
    `^${BEFORE} (?:${WHO} )?(?:${BEGINS} )*?(?:${about}) (?<topic>.+)$`,
    `^${BEFORE} (?:${WHO} )?(?:${BEGINS} )*?(?<topic>(?:${doing})(?: .+)?)$`,
    `^(?:${BEFORE} |${preposition})(?:the |our |my |a )?(?<topic>(?:very )?(?:next|each|every|any) ${ACT}(?: (?:of|to|on|for|in) .+)?)$`,
    `^${BEFORE} (?:the |our |my |an? )?(?<topic>${ACT}(?: (?:of|to|on|for|in) .+)?)$`,
    '^(?:on|upon) (?:mention of|mentioning|working on|touching) (?<topic>.+)$',
    '^(?:in the context of|regarding|concerning) (?<topic>.+)$',
    '^(?:anything|everything|something) (?:about|on|around|with|related to|to do with|touching|regarding) (?<topic>.+)$',
    `^${HAN_IF}(?:在)?(?<topic>${HAN_DOING})(?:${HAN_THEN})$`,
    `^下一?次(?:再|要)?(?<topic>${HAN_DOING})$`,
    `^${HAN_IF}(?:${HAN_ABOUT}|部署|发布)(?:了|过)?(?!${HAN_THEN}$)(?<topic>.+?)(?:${HAN_THEN})?$`,
    `^${HAN_IF}(?:在)?(?:做|改|写|动|用|开发|碰|看|弄|搞|测|修|调)(?<topic>.+?)${HAN_THEN}$`,
    `^(?:下次|下一次|每次|每当|再)(?:我们|我)?(?:再|要)?(?:做|改|写|动|用|开发|碰|看|弄|搞|测|修|调)(?<topic>.+?)$`,
    `^(?:当|如果|要是|一旦|每当|每次|下次)?(?<topic>.+?)(?:被提到|被提及|被改动|被修改|出现)${HAN_THEN}?$`,
  ].map((source) => new RegExp(source, 'di'));
});

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
