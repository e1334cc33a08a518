import { foldChineseVariants } from './fold-chinese.js';

/** Returns true for `next session` and phrases with the same meaning. */
export function isNextSession(text: string): boolean {
  const folded = foldChineseVariants(text);
  return SESSIONS.some((pattern) => pattern.test(folded));
}

const WE = "(?:we|I)(?:'m| am| are|'re)?";

const SESSIONS: readonly RegExp[] = [
  '(?:(?:at|in|on|for|during|from|until|till|by) )?(?:the )?(?:(?:start|beginning) of )?(?:the |my |our |your )?' +
    `next[ -](?:session|time|chat|conversation)(?: (?:starts|begins|opens|${WE}(?: (?:talk|meet|work|start|speak|chat|here))?))?`,
  `(?:when|once|as soon as|if) ${WE} ?(?:start|begin|resume|continue|(?:come |get |be )?back|return)(?: again| working| work)?`,
  '(?:when|once|as soon as) (?:the|a|my|our) (?:next|new) session (?:starts|begins|opens)',
  'session start|start of session|new session',
  '(?:在|到|等)?下一?(?:次|个|轮|回)的?(?:会话|对话|聊天|启动|开工|见面|工作)?(?:的时候|开始时|开始|时|里|中)?',
  '(?:次回|次の(?:セッション|会话))(?:に|で|から)?',
  '(?:(?:in|bei) der )?nächsten? (?:sitzung|session)|nächstes mal',
].map((source) => new RegExp(`^(?:${source})$`, 'i'));
