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

/** Whoever an agent works for. */
const USER = '(?:users?|humans?|operators?|developers?|owners?|maintainers?|anybody|anyone)';
const AGENT = '(?:ais?|llms?|language models?|(?:ai |coding )?(?:assistants?|agents?|models?|bots?))';
const SECRET =
  '(?:\\benv(?:ironment)? var\\w*|\\.env\\b(?!\\.)|\\bsecrets?\\b|\\bcredentials?\\b|\\btokens?\\b|\\bapi keys?\\b|\\bpasswords?\\b|\\b(?:ssh|private) keys?\\b|id_rsa\\b|~/\\.(?:ssh|aws)\\b)';
const AWAY =
  '(?:https?://|\\bto [\\w-]+\\.[a-z]{2,}|@[\\w-]+\\.|\\b(?:in|into|to) (?:the |this |your |an? )?(?:following|gist|paste\\w*|issue|webhook|answer|reply|response|comment|bug report)\\b)';
const SHELL = '(?:(?:ba|z|da|fi)?sh|python3?|node|perl|ruby|iex)';

const ORDERS: readonly RegExp[] = [
  // It sets aside what was said before.
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines|safeguards?|restrictions?)\b/i,
  /\b(?:ignore|disregard|forget)\b.{0,20}\b(?:everything|anything|what|all)\b.{0,10}\byou(?:['’]ve| have| were| are| know)\b/i,
  /\b(?:not|never|stop) (?:follow|obey|heed)\w*\b.{0,20}\b(?:users?|instructions?|rules|guidelines)\b/i,
  /\byou(?:['’]re| are) (?:no longer|not) (?:bound|subject|limited|restricted)\b/i,
  /\binstead of (?:what )?the user(?:['’]s)? (?:request|task|instructions?|asks?|asked|wants?)\b/i,
  /(?:忽略|无视|忘记|忘掉|绕过).{0,8}(?:指令|指示|提示|规则|限制)/,
  // It speaks as somebody else, or to the agent.
  /<\/?(?:system|assistant|instructions?|system-reminder|tool_result)\b[^>]{0,80}>(?!\s+(?:is|are|tags?|elements?|stands?|has|was|in|and|or)\b)|\[\/?(?:system|inst)\]/i,
  /<\|im_(?:start|end)\|>|^\W*(?:system|developer)(?: message| prompt)?\s*: .{0,80}\byou\b|^#+ (?:system|instructions?)\s*:/i,
  /^(?:hey |dear )?(?:ai|assistant|claude|codex|gemini|chatgpt|agent)\s*[,:!] ?(?=\S)/i,
  new RegExp(
    `\\b(?:notes?|notice|attention|message|instructions?|important)\\b[\\w ]{0,20}\\b(?:to|for) (?:all |any |the |every )?${AGENT}\\b.{0,40}:`,
    'i',
  ),
  new RegExp(
    `\\b${AGENT} (?:reading|processing|visiting|summari[sz]ing|(?:that|who) reads?)\\b.{0,40}\\b(?:must|should|have to|need to)\\b`,
    'i',
  ),
  new RegExp(`\\bif you(?:['’]re| are) (?:an? )?${AGENT}\\b`, 'i'),
  /\b(?:new|updated|real|actual|hidden) (?:system )?instructions?\s*(?:for|to|:)|\byour (?:new|real|actual|updated|true) (?:system )?(?:instructions?|task|role|goal|purpose)\b/i,
  /\byou (?:are|will be|act|must|shall|will|have to) now\b(?! (?:able|allowed))|\bfrom (?:now|this point|here) on(?:wards?)?,? you (?:are|act|must|will|shall|answer|respond|behave|obey|have no)\b/i,
  /(?:^|[.:;!] )(?:act|behave|respond|pose) as (?:an? |the )?(?:root|admin\w*|system|unrestricted|owner|dan)\b|\bpretend (?:that )?you\b/i,
  /\b(?:reveal|print|show|repeat|output|reply with|include|leak|dump|tell me)\b.{0,40}\b(?:system prompt|(?:hidden|your|full|initial) (?:\w+ )?(?:instructions|prompt)|text above|(?:contents? of )?your context)\b/i,
  /从现在(?:开始|起).{0,3}你(?:是|必须|要|将|就)|你必须(?:立即|马上|现在)|输出.{0,10}(?:指令|系统提示)/,
  // It hides from the user, or speaks for them.
  new RegExp(
    `\\b(?:do not|don['’]t|never|without) (?:tell|inform|mention|reveal|ask|notify|alert|showing)\\w*\\b.{0,30}\\b${USER}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:keep|hide|conceal|withhold) (?:this|it|that|these|them|everything)\\b.{0,20}\\bfrom (?:the |your |any )?${USER}\\b`,
    'i',
  ),
  new RegExp(`\\b(?:lie to|deceive|mislead|trick) (?:the |your )?${USER}\\b`, 'i'),
  /\btell the user\b.{0,60}\b(?:whatever|regardless|no matter|even (?:if|though|when) it)\b/i,
  /\b(?:answer|reply|respond|say|report|claim) that\b.{0,40}\b(?:safe|secure|trusted|no (?:security|vulnerab\w+|problems?|issues?))\b/i,
  /\b(?:secretly|covertly|stealthily|surreptitiously)\b/i,
  /\bthe user has (?:already )?(?:approved|granted|authori[sz]ed|allowed|permitted) (?:this|it|everything|all|full|every)\b/i,
  /\b(?:do not|don['’]t|never|no need to|without) (?:ask|wait)(?:ing)?\b.{0,12}\b(?:again|confirmation|permission|approval|consent)\b|\bskip (?:all |any |every )(?:confirmations?|permissions?|approvals?|checks)\b/i,
  /(?:不要|请勿|别|勿)(?:告诉|告知|通知|提醒)(?:用户|任何人|别人)|(?:不需要|无需|不用|不必)(?:用户)?(?:确认|批准|询问)/,
  // It runs what it fetches, or takes the agent off its work.
  new RegExp(`\\b(?:curl|wget|iwr|irm)\\b.{0,200}\\|\\s?(?:sudo )?${SHELL}\\b`, 'i'),
  new RegExp(`\\b(?:${SHELL}|eval|source)\\b[^|]{0,20}(?:<\\(|["']?\\$\\()\\s?(?:curl|wget)\\b`, 'i'),
  /\bbase64 (?:-d|-D|--decode)\b.{0,80}\|\s?\w{0,4}sh\b|\bdecode\b.{0,30}\band (?:run|execute|eval)\b/i,
  /\bstop what you(?:['’]re| are) doing\b/i,
  /\b(?:disable|turn off|switch off|uninstall|remove)\b.{0,30}\b(?:hooks?|guard|permissions?|safety)\b.{0,20}\b(?:daybook|claude|codex)\b/i,
  // It sends away what is secret.
  new RegExp(
    `\\b(?:send|post|upload|exfiltrate|forward|mail|copy|paste|curl|attach|publish|share)\\b.{0,80}${SECRET}.{0,60}${AWAY}`,
    'i',
  ),
  new RegExp(
    `${SECRET}.{0,40}\\b(?:send|post|upload|forward|mail|paste|attach|include|enter|share) (?:it|them|that|those|the token)\\b.{0,20}\\b(?:in|to|into|at|with)\\b`,
    'i',
  ),
  /(?:把|将).{0,20}(?:密码|密钥|令牌|凭据|\.env).{0,12}(?:发送|发给|上传|传给|提交)/,
];
