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
const LONGEST = 300;

/** Reads state and next step from the agent's last words, and the decisions, limits and corrections of the user. */
export function readPassage(messages: readonly PassageMessage[]): PassageFacts {
  const prompts = messages.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
  const answer = messages.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const ending = readEnding(
    answer,
    messages.some(({ role }) => role === 'tool'),
  );
  const decisions = [...prompts, answer].flatMap(listDecisions);
  const constraints = prompts.flatMap(listConstraints);
  return { ...ending, decisions: [...new Set(decisions)], constraints: [...new Set(constraints)] };
}

/** Splits an agent's last words into state and next step; both are null if no work was done. */
export function readEnding(answer: string, hasWorked: boolean): Pick<PassageFacts, 'state' | 'next'> {
  const plain = answer.replace(/```[\s\S]*?(?:```|$)/g, ' ');
  const lines = plain.split(/\n+/).map((line) => line.trim());
  const sentences = lines.flatMap((line) => splitSentences(line.replace(/^(?:[-*+]|\d+[.)])\s+/, '')));
  const at = sentences.findIndex((one) => NEXT.test(one));
  const next = at < 0 ? null : readNext(sentences, at);
  const before = sentences.filter((_, n) => n !== at && !(HEADING.test(sentences[at] ?? '') && n > at));
  const said = before.filter((one) => !TALK.test(one));
  if (next === null && !hasWorked && !said.some((one) => WORK.test(one))) return { state: null, next: null };
  const state = said.join(' ').slice(0, LONGEST);
  return { state: state === '' ? null : state, next };
}

/** Joins a heading with the list below it. */
function readNext(sentences: readonly string[], at: number): string {
  const first = sentences[at] ?? '';
  const whole = HEADING.test(first) ? [first, ...sentences.slice(at + 1, at + 3)].join(' ') : first;
  return whole
    .replace(/^\W*(?:next(?: step)?|to ?do|remaining|open|plan|still open)\W*:\s*\W*/i, '')
    .replace(/\*\*/g, '')
    .slice(0, LONGEST);
}

const HEADING = /^\W*(?:next steps?|to ?do\b.*|remaining|open|plan|still (?:open|to do)|left)\W*$/i;

const NEXT =
  /^\W*(?:next\b|to ?do\b|remaining\b|open:|plan:|left:|still (?:open|missing|to do)|then there is)|\b(?:i['’]ll|i will|i['’]m going to|i['’]d|i['’]m on it|i (?:do|continue|go on)\b.{0,30}\b(?:next|tomorrow|first)|next (?:is|comes|step|up)\b|remains?\b(?! in)|(?:is|are) (?:still )?(?:missing|left|next|open)\b|still (?:needs?|has|have)\b|would need\b|has to be\b|waits? for\b|begins with\b|from here\b|to be done\b)/i;

const splitSentences = (line: string): string[] =>
  line
    .split(/(?<=[.!?;])\s+(?=["'`*A-Z0-9\p{Lu}]|then\b|i\b)/u)
    .map((one) => one.trim())
    .filter(Boolean);

/** Polite phrases. */
const TALK =
  /^(?:ok(?:ay)?|fine|good|sure|bye|hi|hello|will do|sorry|you['’]re welcome|glad\b.*|thanks?|understood|agreed|done)\W*$|[?]$|^(?:bye|hi|hello|you['’]re welcome|what would you like)\b/i;

/** Words for work that was done, or for its state. */
const WORK =
  /\b(?:now|done|added|changed|fixed|moved|removed|replaced|restored|switched|saved|wrote|written|merged|published|converted|corrected|renamed|deployed|installed|copied|passes|passed|green|works|fails?|ready|complete|finished|set up|live|no longer|gone|blocked|red|stuck|measured|verified|rebased)\b/i;

function listDecisions(text: string): string[] {
  return splitSentences(text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/\n+/g, ' ')).flatMap((one) => {
    if (/[?]$|^["“]|\bfrom now on\b/i.test(one)) return [];
    const found = parseFreeform(one);
    if (found?.type === 'decision') return one.slice(0, LONGEST);
    return DECIDES.test(one) ? one.slice(0, LONGEST) : [];
  });
}

/** Ways to state a choice, besides those of the notes' reader. */
const DECIDES =
  /^(?:ok(?:ay)?|good|fine|yes)?[,:]?\s*(?:we|let['’]s|i)?\s*(?:take|stay with|stick (?:to|with)|remain on|go (?:down )?(?:to|with|for)|leave|keep)\b .{3,300}?(?:,|\b(?:because|since|as|so that|rather than)\b)|^agreed[, ]+\w|\b(?:rather than|instead of)\b[^,]{1,300},|^(?:decided for|decision:|we (?:stay|remain|go)\b)|\bdo that, \w/i;

function listConstraints(prompt: string): string[] {
  const [request, wrong] = [parseRememberRequest(prompt), parseCorrection(prompt)];
  if (request !== null && request !== 'all') return [request.text];
  if (wrong) return [formatCorrection(wrong)];
  return splitSentences(prompt.replace(/\n+/g, ' ')).filter(
    (one) => !/[?]$|["“]/.test(one) && LIMITS.test(one),
  );
}

/** Words by which a user sets a limit or corrects an agent. */
const LIMITS =
  /\bmust(?:n['’]t)?\b|\b(?:has|have|needs?) to (?:be|take|work|stay|run|fit|handle)\b|\bnever\b|\balways\b|\bfrom now on\b|\bonly (?:use|if)\b|\bnot allowed\b|\bmay not\b|\bnothing may\b|^no \w+(?: \w+){0,3} (?:in|on|before|after|without)\b|\bwithout \w+, |^(?:please )?don['’]?t\b|\bi said\b|\bi (?:already )?(?:wrote|told)\b|\bas i (?:wrote|said)\b|\bnot in \w+, please\b|^needs to\b|\bwrong\b.{0,300},|, not (?:in |the |on )?\S{1,60}[.!]?$|, you (?:have|took|charge|used|wrote|put)\b|\bexisting .{1,100} must\b/i;
