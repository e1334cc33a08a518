import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { formatCorrection, parseCorrection, parseRememberRequest } from '../prompt-context/prompt-intents.js';

/** A message of a conversation. */
interface PassageMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** Facts of a conversation about a task; null and empty if it has none. */
export interface PassageFacts {
  readonly state: string | null;
  readonly next: string | null;
  readonly decisions: readonly string[];
  /** Limits that the user set, and corrections. */
  readonly constraints: readonly string[];
}

/** Characters of a state, and of a next step. */
const MAX_LENGTH = 300;

/** Reads state and next step from the agent's last words, and the decisions, limits and corrections of the user. */
export function readPassage(messages: readonly PassageMessage[]): PassageFacts {
  const prompts = messages.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
  const answer = messages.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const hasWorked = messages.some(({ role }) => role === 'tool') || isOrder(prompts.at(-1) ?? '');
  const chosen = messages.flatMap(({ role, text }, at) => {
    if (role !== 'user' || messages[at - 1]?.role !== 'assistant') return [];
    const reply = messages.slice(at + 1).find((one) => one.role === 'assistant')?.text ?? '';
    if (ACCEPTS.test(text)) return [`${text} — ${splitSentences(reply)[0] ?? ''}`.slice(0, MAX_LENGTH)];
    return isChoice(text, messages[at - 1]?.text ?? '') ? [text.slice(0, MAX_LENGTH)] : [];
  });
  const stated = prompts.flatMap((text) => listDecisions(text, true));
  const decisions = [...chosen, ...stated, ...listDecisions(answer, false)];
  const constraints = prompts.flatMap(listConstraints).filter((one) => !stated.includes(one));
  // In the middle of a turn the last words rarely state anything; use those before the prompt.
  const earlier = messages.slice(
    0,
    Math.max(
      0,
      messages.findLastIndex(({ role }) => role === 'user'),
    ),
  );
  const before = earlier.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const ending = readEnding(answer, hasWorked);
  return {
    ...(ending.state === null && ending.next === null ? readEnding(before, hasWorked) : ending),
    decisions: [...new Set(decisions)],
    constraints: [...new Set(constraints)],
  };
}

/** True for a prompt that asks for work: no question, and more than a greeting. */
export const isOrder = (prompt: string): boolean =>
  !/[?]\s*$/.test(prompt) && prompt.trim().split(/\s+/).length > 3;

/** Splits an agent's last words into state and next step; both are null if no work was done. */
export function readEnding(answer: string, hasWorked: boolean): Pick<PassageFacts, 'state' | 'next'> {
  const plain = answer.replace(/```[\s\S]*?(?:```|$)/g, ' ');
  const lines = plain.split(/\n+/).map((line) => line.trim());
  const sentences = lines.flatMap((line) => splitSentences(line.replace(/^(?:[-*+]|\d+[.)])\s+/, '')));
  const at = findNext(sentences);
  const isHeading = at >= 0 && HEADING.test(sentences[at] ?? '');
  const next = at < 0 ? null : sentences.slice(at, isHeading ? at + 3 : at + 1).join(' ');
  const texts = sentences.filter((one, n) => n !== at && !(isHeading && n > at) && !TALK.test(one));
  if (next === null && !hasWorked && !texts.some((one) => WORK.test(one))) return { state: null, next: null };
  const state = texts.join(' ').slice(0, MAX_LENGTH);
  return { state: state === '' ? null : state, next: next && withoutLabel(next) };
}

/** Returns where the next step is: a labelled sentence, else the last one about what is to come; -1 if there is none. */
function findNext(sentences: readonly string[]): number {
  const labelled = sentences.findIndex((one) => LABEL.test(one) || HEADING.test(one));
  if (labelled >= 0) return labelled;
  const last = sentences.length - 1;
  return last > 0 && isToCome(sentences[last] ?? '', LATER)
    ? last
    : sentences.findLastIndex((one) => isToCome(one, INTENDS));
}

const isToCome = (sentence: string, words: RegExp): boolean => !/[?]$/.test(sentence) && words.test(sentence);

const withoutLabel = (text: string): string =>
  text
    .replace(
      /^\W*(?:next(?: steps?)?|to ?do|remaining|open|plan|still open|left over|follow-?up)\W*:\s*\W*/i,
      '',
    )
    .replace(/\*\*/g, '')
    .slice(0, MAX_LENGTH);

const HEADING =
  /^\W*(?:next steps?|to ?do\b.*|remaining|open|plan|still (?:open|to do)|left(?: over)?|what(?:['’]s| is)? (?:remains|left|open|missing)|follow-?ups?)\W*$/i;

/** Sentences that are labelled as the next step. */
const LABEL =
  /^\W*(?:next\b|(?:my |the )?(?:to-?do(?: list)?|plan(?: from here)?|remaining|left(?: over)?|open|follow-?up)\b[^:]{0,20}:|still (?:open|missing|to do)\b|up next\b|what(?:['’]s| is)? (?:left|missing|open|remains)\b[^:]{0,20}:|not (?:yet )?done(?: yet)?:|in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*: )/i;

/** Statements of what an agent is going to do, anywhere in its words. */
const INTENDS =
  /^\W*(?:to ?do\b|remaining\b|then there is)|\b(?:i['’]ll|i will|i['’]m going to|i(?:['’]d| would)|i (?:do|continue|go on)\b.{0,30}\b(?:next|tomorrow|first)|next (?:is|comes|step|up)\b|remains?\b(?! in)|still (?:needs?|has|have)\b|would need\b|has to be\b|waits? for\b|begins with\b|from here\b|to be done\b)/i;

/** Words about what is to come or missing. They count in the last sentence, where a report puts it. */
const LATER =
  /\b(?:will|['’]ll|shall|should|would|could|wants? to|needs?|ha(?:s|ve) to|must|to be|next|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|later|afterwards|after (?:this|that)|follow(?:s|ing)?|remains?|leaves|left|missing|lacks?|open|yet|still|waiting|waits|until|as soon as|before|coming|up now|on (?:the|my) list|there now|going to|go on|on it|deserves?|queued|gets?|can only|i['’]m to|begins?|stale)\b|(?:^|, |; )(?:then|when|once) |isn['’]t\b|aren['’]t\b/i;

export const splitSentences = (line: string): string[] =>
  line
    .split(/(?<=[.!?;])\s+(?=["'`*A-Z0-9\p{Lu}]|then\b|i\b)/u)
    .map((one) => one.trim())
    .filter(Boolean);

/** Polite phrases. */
const TALK =
  /^(?:ok(?:ay)?|fine|good|great|sure|bye|hi|hello|will do|sorry|you['’]re welcome|glad\b.*|thanks?|understood|agreed|done|noted|any ?time|enjoy\b.*)\W*$|[?]$|^(?:bye|hi|hello|you['’]re welcome|what would you like)\b/i;

/** Words for work that was done, or for its state. */
const WORK =
  /\b(?:now|done|added|changed|fixed|moved|removed|replaced|restored|switched|saved|wrote|written|merged|published|converted|corrected|renamed|deployed|installed|copied|pass(?:es)?|passed|green|works|fails?|ready|complete|finished|set up|live|no longer|gone|blocked|red|stuck|measured|verified|rebased)\b/i;

/** True if a reply of a few words takes one of the options that the agent has just offered. */
function isChoice(text: string, before: string): boolean {
  if (!OFFERS.test(before) || /[?]\s*$/.test(text)) return false;
  const head = text.split(/[,.;:]\s/)[0] ?? '';
  const words = head.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? [];
  if (words.length > 7) return false;
  const offered = new Set(
    (before.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []).map((word) =>
      word.replace(/(?<![./-])[./-]+$/, ''),
    ),
  );
  return words.some((word) => word.length > 2 && !COMMON.test(word) && offered.has(word));
}

/** A reply that needs the agent's answer to be understood. */
const ACCEPTS =
  /^(?:ok(?:ay)?|yes|no|good|fine|then)?,? ?(?:then )?(?:remove|drop|skip|leave|keep|take|use|do) (?:it|them|that|this)\b(?![^.]*[?]$)/i;

const OFFERS = /[?]|\bor\b|\b(?:could|can|would|but|cheaper|faster)\b|['’]d\b/i;
const COMMON =
  /^(?:the|and|only|not|then|for|but|yes|with|that|this|them|you|are|was|has|had|all|one|just|now|its|use|can)$/;

export function listDecisions(text: string, isUser: boolean): string[] {
  const sentences = splitSentences(text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/\n+/g, ' '));
  return sentences.flatMap((one, at) => {
    if (/[?]$|^["“]|\bfrom now on\b/i.test(one)) return [];
    const isOurs = isUser && WE_DO.test(one);
    const isTaken =
      parseFreeform(one)?.type === 'decision' || DECIDES.test(one) || (at === 0 && STAYS.test(one));
    return isOurs || (isTaken && !(isUser && LIMITS.test(one))) ? one.slice(0, MAX_LENGTH) : [];
  });
}

/** Ways to state a choice, besides those of the notes' reader. */
const DECIDES =
  /^(?:ok(?:ay)?|good|fine|yes|fair|then)?[,:]?\s*(?:(?:we|let['’]s|i)\s*)?(?:take|stay with|stick (?:to|with)|remain on|go (?:down )?(?:to|with|for)|leave|keep)\b .{3,300}?(?:,|\b(?:because|since|as|so that|rather than)\b)|^agreed[, ]+\w|^(?:decided for|decision:|we (?:stay|remain|go)\b)|\bdo that, \w|^.{2,60}(?:,? then[.,]|(?<!\bas) it is\.$|\bit stays\b)|^(?:ok(?:ay)?|good|fine), .{3,80}, (?:because|since|as|so)\b|^\S+(?: \S+)?, (?:because|since)\b|^.{3,120}\b(?:rather than|instead of)\b[^,]{1,300}, (?:because|since|as|so)\b/i;

/** Something that is left as it is, where an answer or a prompt begins. */
const STAYS = /^(?:(?:ok(?:ay)?|good|fine|yes|fair|right)\b,? )?(?!i\b)[^,]{2,40}\bstays?\b/i;

/** A user's statement of what "we" do, with a reason. */
const WE_DO =
  /^we (?:agreed|reject|settled|decided|chose|picked)\b|^(?:we(?:['’]ll| will)?|let['’]s) \w+ .{3,200}(?:\b(?:because|since|so that)\b|, (?:then|so)\b|, the \w+ )/i;

function listConstraints(prompt: string): string[] {
  const [request, wrong] = [parseRememberRequest(prompt), parseCorrection(prompt)];
  if (request !== null && request !== 'all') return [request.text];
  if (wrong) return [formatCorrection(wrong)];
  const sentences = splitSentences(prompt.replace(/\n+/g, ' '));
  return sentences.flatMap((one, at) => {
    if (/[?]$|["“](?:\S{1,40}\s{1,4}){3}/.test(one)) return [];
    if (ACCUSES.test(one)) return [sentences.slice(at).join(' ').slice(0, MAX_LENGTH)];
    const isLone = one.split(/\s+/).length < 3 && at > 0;
    return LIMITS.test(one) ? [(isLone ? `${sentences[at - 1]} ${one}` : one).slice(0, MAX_LENGTH)] : [];
  });
}

/** A user who says what the agent did wrong; what should have been done follows. */
const ACCUSES =
  /^(?:no,? |hey,? |stop,? )?you(?:['’]re)? (?:\w+ed|broke|took|forgot|put|wrote|made|left|ran|\w+ing)\b/i;

/** Words by which a user sets a limit or corrects an agent. */
const LIMITS =
  /\bmust(?:n['’]?t)?\b|\b(?:has|have|needs?) to (?:be|take|work|stay|run|fit|handle|print|survive|support)\b|\bnever\b|\balways\b|\bfrom now on\b|(?<!\bthe )\bonly\b(?! (?:the|an?|one)\b)|\bnot allowed\b|\bmay (?:not|only|cost)\b|\bnothing may\b|(?:^|^and |, (?:and )?)no \w+(?: [\w+-]+){0,3} (?:in|on|before|after|without|against|for)\b|\bwithout \w+, |(?:^|, |\b(?:but|and|hey,) )(?:please )?don['’]?t (?!know|see|think|have|understand|like|need|want|get)\w|^(?:then )?stop \w+ing\b|\bi said\b|\bi (?:already )?(?:wrote|told)\b|\bnot in \w+, please\b|^needs to\b|\bneeds? (?:at least )?\d|\bwrong\b.{0,300},|, not (?:in |the |on |as |by |at )*(?:an? )?\S{1,60}(?: \w+)?[.!?]?$|\bnot ["“]|^not \w+ \w+, |\b(?:we|they|you|it|customers|users) (?:can['’]t|cannot)\b|\b(?:at (?:the )?(?:most|least)|no more|not longer|budget)\b|\b(?:above|below|under|within|over) \d|\b(?:\d[\d.,]{0,9}|one|two|three|four|five|six|ten|twenty|once|twice)(?: \w+)? (?:per|an?) (?:second|minute|hour|day|week|month|year)\b|\b(?:ship|opens?|starts?|launch\w*) on (?:the )?\d|\bcomes? first\b|^(?:her|his|its|their|the) .{1,60}\b(?:is|are) (?:called|written|spelled|spelt|named)\b/i;
