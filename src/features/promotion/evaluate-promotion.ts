import { parseWordList, parseWordSet } from '../../text/word-list.js';
import * as table from './tech-words.data.js';

const TECH_WORDS = parseWordSet(table.TECH_WORDS);
const CHINESE_TECH_WORDS = parseWordList(table.CHINESE_TECH_WORDS);

/** Words by which somebody says that something was understood. */
const INSIGHT =
  /\b(?:reali[sz]ed|learned|learnt|discovered|turns out|turned out|figured out|found out|noticed|understood|insight|the key is|the trick is|lesson|til|showed that|means that)\b|发现|原来|意识到|学到|明白了|关键是/iu;

/** Cause and effect drawn as an arrow. */
const ARROW = /->|→|=>|⇒/u;

/** Code, a call, or a file: what somebody can go back to. */
const CODE =
  /`[^`\n]{2,200}`|\b[A-Za-z_]\w{1,60}\(\)|(?:^|[\s(])(?:[\w.@-]{1,60}\/){1,12}[\w.@-]{1,60}|\b[\w-]{2,60}\.(?:ts|tsx|js|jsx|mjs|cjs|py|rs|go|java|rb|php|css|html|sql|sh|json|ya?ml|toml|md)\b/;

/** What a session's entry is, as far as its worth hangs on it. */
interface PromotionCandidate {
  readonly type: string;
  readonly text: string;
  readonly why: string | null;
}

/** What it becomes in the permanent memory. */
interface PromotionResult {
  readonly type: 'decision' | 'learning';
  readonly text: string;
  readonly why: string | null;
}

/**
 * What an entry of a session is worth when the session ends (Mind §What Gets Promoted; FEATURES A6): a rejected thing
 * with its reason becomes the decision against it, an experience that teaches becomes a learning, the rest is null.
 */
export function evaluatePromotion({ type, text, why }: PromotionCandidate): PromotionResult | null {
  if (type === 'rejected') return decisionAgainst(text.trim(), why);
  if (type === 'experience' && teaches(text.trim(), why)) return { type: 'learning', text: text.trim(), why };
  return null;
}

const REASON = /\s(?:-|–|—|--)\s|[,\s(](?:because(?: of)?|since|due to|as)\s|,?\uFF0C?\s?因为|[,\s]but\s/iu;

function decisionAgainst(text: string, why: string | null): PromotionResult | null {
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
