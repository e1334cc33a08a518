import { isFlag, parseCallTokens } from './call-tokens.js';
import { SPAN } from './terms.js';

/** How people begin to say what they tried, rejected or got wrong. */
const LEAD =
  /^(?:(?:we|i|it|the agent)\s+)?(?:(?:decided|voted) against:?|tried(?: out| to)?|rejected:?|ruled out|gave up on|abandoned|do not use|don['’]t use|never use|avoid|no|ran|runs|running|used|using|use|edited|editing|changed|wrote(?: to)?|left|called|put|set|made|added|hard-?coded|deleted files with|started|letting|let|having|starting|holding|handing|keeping)\s+|^(?:我们)?(?:决定|尝试|试过|直接|手动|运行|执行|不要|不再|不|别|禁止|使用|采用|用)+\s*/i;

/** How, how often and how fast: nothing that a call shows. */
const HOW =
  /(?<![\w`-])(?:at run ?time|by hand|manually|directly|straight|simply|accidentally|by accident|on purpose|blindly|carelessly|hastily|quietly|silently|everywhere|at once|in one go|all over the place|temporarily|without (?:asking|thinking|need|reason|being asked)|unasked|again|ended up|went (?:online|live)|afresh|anew|in place|on disk|on the fly|in the (?:middle|course) of [^,;—]+|that also [^,;—]+|which also [^,;—]+)(?![\w`-])/gi;

/** What it was done for, before what was done: `got the build green by`. */
const FOR = /^(?:got|made|turned|kept|mended|fixed) [^,;]{1,40}? by (?=[a-z]+ing\b)/i;

/** `X was edited`: the other way round it is `edited X`. */
const SUFFERED =
  /^((?:(?!after |before |because |since |when |it |that |which |and )[\w./-]+ ){1,4}?)(?:was|were|got|had been) ((?:[a-z]+ly )?[a-z]+(?:ed|wn|ten))\b/i;

/** A name and its version, or the number of its generation: one name. */
const NUMBERED = /\b([A-Z][A-Za-z]+) (\d{1,2})(?![\w.:%])/g;

/** A text in the order in which people mostly say it, and without how it was done. */
export const stripManner = (text: string): string =>
  text
    .replace(FOR, '')
    .replace(HOW, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(SUFFERED, '$2 $1 ')
    .replace(/ {2,}/g, ' ')
    .replace(NUMBERED, '$1$2');

/** What an entry is about, without how it is begun and what came of it; and what was missing. */
export function splitSubjectAndCause(
  what: string,
  kind: GuardedMemory['kind'],
): { readonly thing: string; readonly missing: string } {
  const [, said = '', code = ''] = CODED.exec(thingOf(what, kind)) ?? [];
  const [, thing = said, missing = ''] = WITHOUT.exec(said) ?? [];
  return { thing: `${thing} ${code}`.trim(), missing };
}

/** A tale, and the code that ends it: `paid twice: \`bank.charge\``. */
const CODED = /^([\s\S]*?)(?::\s+(`[\s\S]*))?$/;

function thingOf(what: string, kind: GuardedMemory['kind']): string {
  const pieces = what
    .replace(THEN, '')
    .split(
      /\n|[,;]\s|:\s+(?!`)|\s[—–-]\s|\.\s|\s(?:because|since|but|as it|and it|and (?=[a-z]+(?:ed|ing)\s)|before|after|until|while|during)\s/i,
    );
  const [head = ''] = pieces;
  const first = kind === 'trap' ? (pieces.find((piece) => piece.includes('`')) ?? head) : head;
  const thing = first.trim().replace(LEAD, '').replace(LEAD, '');
  if (kind !== 'mistake' || !/\s/.test(thing)) return thing;
  return SHOWS.test(thing) ? thing.replace(SHOWS, '$1 of ') : thing.replace(DID, '');
}

/** Two doings in a row: the first tells enough. */
const THEN = /(?<=⟦\d+·?⟧[^,;]{0,80})\s{1,3}and\s{1,3}(?=⟦).*/;

/** What somebody did, in one word, shows in no call; that they took something away does. */
const DID = /^(?!(?:delet|remov|wip|eras))[a-z]+ed\s+(?!(?:to|from|into|onto|on|in|at)\s)/i;

/** What somebody did that does show: of it and of what it was done to something must be there. */
const SHOWS =
  /^(logged|printed|pushed|merged|rebased|reverted|committed|rebooted|restarted|reloaded|stopped|killed|installed|upgraded|downgraded|dropped|truncated|migrated|deployed|published|renamed|copied|mocked)\s+(?!(?:to|from|into|onto|on|in|at)\s)/i;

const WITHOUT =
  /^([\s\S]*?)\s(?:without|instead of|rather than|missing|lacking|forgetting|and forgot)\s+([\s\S]+)$/i;

/** What comes of a thing begins with such a word; or with one that ends as what somebody does. */
const EFFECT =
  /\s(?:need|lose|fail|break|do(?: not|n['’]t)|does(?: not|n['’]t)|is|are|has|must|can(?:not|['’]t)|[a-z]{2,}[a-rt-z]s)\s/;

/** What comes of a thing may stand before it, too: `mails go out twice as soon as two workers run`. */
const BEHIND = /^.*?\s(?:as soon as|whenever|(?:every|each) time)\s/i;

/** The machine that something happens on is no part of the command. */
const MACHINE = /^(?:on )?(?:macos|linux|windows|ubuntu|debian)\s/i;

/** The cause that a trap names, as code where it is a command or a short thing; else all of it. */
export function formatCause(text: string): string {
  const [span] = text.match(SPAN) ?? [];
  if (span) return span;
  const bare = text.replace(MACHINE, '').replace(BEHIND, '');
  const head = headOf(bare);
  if (head.includes('⟦')) return head;
  if (head !== bare && PLACED.test(head)) return head;
  const isShort =
    head !== bare && !/\b(?:the|an?|our|all|every|each|this)\b/i.test(head) && head.split(/\s+/).length <= 4;
  if (!isShort) return text;
  const flags = parseCallTokens(bare.slice(head.length)).filter(isFlag);
  return [`\`${head}\``, ...flags.map(({ whole }) => whole)].join(' ');
}

const PLACED = /\s(?:as|in|on|at|outside|inside|into|from)\s/i;

/** What stands before an effect; what is done needs something to be done to first: `pushing tags triggers`. */
function headOf(text: string): string {
  const [head = '', ...more] = text.split(EFFECT);
  if (more.length === 0 || !/^\s*(?:⟦\d+⟧|[a-z]+ing)\s*$/i.test(head)) return head;
  const object = text.slice(head.length).trim().split(' ')[0] ?? '';
  return `${head} ${object} ${headOf(text.slice(head.length).trim().slice(object.length))}`.trim();
}

/** What memory says of it. */
export interface GuardedMemory {
  readonly what: string;
  /** What to do instead, one each. */
  readonly instead: readonly string[];
  /** A trap warns of what comes of a thing, behind its name. */
  readonly kind: 'rejected' | 'mistake' | 'trap';
}
