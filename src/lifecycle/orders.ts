import { visible } from '../wiki/harmless.js';

/**
 * True where a text reads as an order to whoever reads it back, and not as something worth knowing: it sets rules aside,
 * speaks as the system, hides from the user, runs what it fetches, sends secrets away (FEATURES H7). What hides in signs that nobody
 * sees is read without them. It finds the blunt ones only: the rest is for provenance, a person’s look, and `undo --session`.
 */
export function readsAsOrder(text: string): boolean {
  const plain = visible(text).replace(/\s+/g, ' ');
  return ORDERS.some((order) => order.test(plain));
}

const ORDERS: readonly RegExp[] = [
  // It sets aside what was said before.
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines|safeguards?|restrictions?)\b/i,
  /忽略.{0,8}(?:指令|指示|提示|规则)/,
  // It speaks as somebody else.
  /<\/?(?:system|assistant|instructions?|system-reminder|tool_result)\b[^>]{0,80}>|\[\/?(?:system|inst)\]|\bsystem prompt\b/i,
  /\b(?:new|updated|real|actual|hidden) (?:system )?instructions?\s*(?:for|to|:)/i,
  /\byou (?:are|will be|act) now\b|\bfrom now on,? you\b/i,
  // It hides from the user.
  /\b(?:do not|don['’]t|never|without) (?:tell|inform|mention|reveal|show|ask|notify|telling|informing|asking|notifying)\w*\b.{0,30}\b(?:users?|human|operator|anybody|anyone)\b/i,
  /不要告诉用户|别告诉用户/,
  // It runs what it fetches.
  /\b(?:curl|wget|iwr)\b.{0,200}\|\s?(?:sudo )?(?:(?:ba|z|da|fi)?sh|python3?|node|iex)\b/i,
  /\bbase64 (?:-d|-D|--decode)\b.{0,80}\|\s?\w{0,4}sh\b/i,
  // It sends away what is secret.
  /\b(?:send|post|upload|exfiltrate|forward|mail|copy|paste|curl)\b.{0,80}(?:\benv(?:ironment)? var|\.env\b|\bsecrets?\b|\bcredentials?\b|\btokens?\b|\bapi keys?\b|\bpasswords?\b|\b(?:ssh|private) keys?\b|id_rsa\b).{0,60}(?:https?:\/\/|\bto [\w-]+\.[a-z]{2,}|@[\w-]+\.)/i,
];
