import { ARROW, CHINESE_TECH_WORDS, CODE, INSIGHT, TECH_WORDS } from './tech-words.js';

/** What a session's entry is, as far as its worth hangs on it. */
export interface Candidate {
  readonly type: string;
  readonly text: string;
  readonly why: string | null;
}

/** What it becomes in the permanent memory. */
export interface Risen {
  readonly type: 'decision' | 'learning';
  readonly text: string;
  readonly why: string | null;
}

/**
 * What an entry of a session is worth when the session ends (Mind §What Gets Promoted; FEATURES A6): a rejected thing
 * with its reason becomes the decision against it, an experience that teaches becomes a learning, the rest is null.
 */
export function worth({ type, text, why }: Candidate): Risen | null {
  if (type === 'rejected') return decisionAgainst(text.trim(), why);
  if (type === 'experience' && teaches(text.trim(), why)) return { type: 'learning', text: text.trim(), why };
  return null;
}

const REASON = /\s(?:-|–|—|--)\s|[,\s(](?:because(?: of)?|since|due to|as)\s|,?\uFF0C?\s?因为|[,\s]but\s/iu;

function decisionAgainst(text: string, why: string | null): Risen | null {
  const parts = why === null ? REASON.exec(text) : null;
  const reason = why ?? (parts ? text.slice(parts.index + parts[0].length).trim() : '');
  const what = (parts ? text.slice(0, parts.index) : text).replace(/[\s,\uFF0C]$/, '');
  return reason && what ? { type: 'decision', text: against(what), why: reason } : null;
}

const ALREADY = /^(?:we )?decided against\b/i;
const TRIED = /^(?:(?:we|i) )?(?:tried(?: out)?|rejected|ruled out|gave up on|abandoned|放弃了?)[:\s]?\s?/iu;
/** Behind these stands what would have been done, not its name. */
const NOT_TO = /^(?:(?:we|i)(?:[’']ve| have)? )?(?:decided not to |决定不)/iu;

function against(what: string): string {
  if (ALREADY.test(what)) return what;
  if (NOT_TO.test(what)) return `decided against: ${what.replace(NOT_TO, '')}`;
  return `decided against ${what.replace(TRIED, '') || what}`;
}

/** Fewer words than this name a thing and say nothing of it. */
const FEWEST_WORDS = 4;

function teaches(text: string, why: string | null): boolean {
  if (/[?\uFF1F]$/.test(text)) return false;
  if (INSIGHT.test(text) || ARROW.test(text)) return true;
  const explained = why !== null || /\b(?:because|due to)\b|因为/iu.test(text);
  if (!explained && (STATUS.test(text) || PLAN.test(text))) return false;
  const words = text.split(/[\s,;:]+/u).filter(Boolean);
  const enough = words.length >= FEWEST_WORDS || /\p{Script=Han}{6}/u.test(text);
  return enough && (CODE.test(text) || words.some((word) => TECH_WORDS.has(bare(word))) || namesTech(text));
}

const bare = (word: string): string => word.toLowerCase().replace(/^[("'`]+|(?<![)"'`.!])[)"'`.!]+$/g, '');

/** Chinese runs its words together; an identifier within a sentence is code without its marks. */
const namesTech = (text: string): boolean =>
  CHINESE_TECH_WORDS.some((word) => text.includes(word)) || /\b[a-z]{2,30}[A-Z][a-z]\w{0,30}\b/.test(text);

/** What somebody is busy with: over as soon as it is written. */
const STATUS =
  /^(?:(?:i[’']m|we[’']re|i am|we are|now|still|just|currently) ){0,2}(?:running|re-?running|ran|reading|read|looking|looked|opened|opening|working|starting|started|continuing|continued|installing|installed|waiting|building|checking|checked|testing|writing|editing|pairing|debugging|trying|switching|moving|pushing|committing|deploying|updating|reviewing)\b(?!.{0,80}\b(?:shows?|showed|fails?|breaks?|needs?|takes?|returns?|throws?|means?)\b)|^(?:正在|继续|开始)/iu;

/** What is still to be done. */
const PLAN =
  /^(?:next|todo|then|later|tomorrow|plan)\b|\b(?:will|going to|need to|needs to be|have to|let[’']?s|should|want to)\b|^(?:接下来|待办|明天)/iu;
