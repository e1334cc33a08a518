/**
 * Returns true for a text that a service gave out as a key: a short prefix, a separator, and a run of at least 16 letters
 * and digits as chance makes them. Hashes, ids and names of files, of which the prefix says what they identify, are none.
 */
export function isRandomToken(text: string): boolean {
  const [prefix = '', ...rest] = text.split(/[_.~-]/);
  const body = text.slice(prefix.length + 1);
  if (text.includes('-----')) return false; // the first line of a key in PEM
  if (IDENTIFYING.test(prefix) || UUID.test(body) || FILE.test(text) || isHash(text, prefix)) return false;
  return rest.some(isRandom) || (/[a-z]/.test(body) && /[A-Z]/.test(body) && isRandom(rest.join('')));
}

/** Returns true for 32 bytes in base64url that begin with what looks like a prefix. */
const isHash = (text: string, prefix: string): boolean =>
  text.length === BASE64_OF_32_BYTES &&
  /[A-Z]/.test(text) &&
  (prefix.length < 4 || /[_.~-]/.test(text.slice(prefix.length + 1)));

const BASE64_OF_32_BYTES = 43;

/** What the name of a hash, an id or a file begins with. */
const IDENTIFYING =
  /sha(?:256|384|512)$|^(?:sha|md|crc|blake|xx|rev|git|commit|hash|etag|sig|digest|integrity|checksum|fingerprint|uu?id|guid|ulid|id|ids|ref|req|request|res|resp|response|msg|message|event|evt|run|job|task|step|trace|span|session|sess|thread|asst|assistant|call|chatcmpl|completion|toolu|batch|gen|user|usr|cus|customer|acct|account|org|team|proj|project|prj|dpl|deploy|deployment|build|release|version|ver|node|pod|image|img|layer|container|vol|volume|snap|ami|vpc|subnet|eni|sg|rtb|igw|file|chunk|main|index|vendor|app|page|asset|static|css|js|svg|icon|font|svelte|ngcontent|sc|cell|block|entry|item|row|cache|tmp|temp|test|log|report|backup|bucket|stack|function|func|fn|var|table|idx|pk|fk|order|invoice|in|price|prod|product|plan|sub|si|pi|pm|ch|re?fund|txn|seti|cs|doc|document|post|article|item|branch|feature|feat|fix|pr|tag|lib|pkg|package|bundle|module|component|class|data|video|photo|audio|track|device|host|server|cluster|db|my|the|a|an|v)\d{0,3}$/i;

/** Returns true for the number of an account with its key; not for a time with a hash of git. */
export function isKeyOfAccount(text: string): boolean {
  const key = text.slice(text.indexOf(':') + 1);
  return !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(key) && key.split(/[_-]/).some(isRandom);
}

/** Returns true for a value that is no word, number, path, version, hash or name in code. */
export const isLikePassword = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  !UUID.test(text) &&
  !/^[0-9a-f-]{32,}$|^v?\d+\.\d|^(?:sha|md|base|utf|aes|rsa|argon)-?\d/i.test(text) &&
  !(text.includes('/') && /\.\w{1,5}$/.test(text)) &&
  (isMixed(text, 4) || /\d\D+\d/.test(text) || (/\d/.test(text) && /[!#$%&*?^~@]/.test(text)));

/** Returns true for capitals, small letters and digits that change places as in no name of two or three words. */
export function isMixed(text: string, leastPieces = 5): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/^[A-Za-z0-9!#$%&*?^~@+=_]+$/.test(text)) return false;
  const pieces = text.split(/(?=[A-Z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)/).length;
  return pieces >= leastPieces && text.length / pieces <= 2.5;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

const FILE = /\.[a-z]{1,5}\d?$/;

/** Returns true for letters and digits that change places as often as chance lets them, in a run that no name has. */
export function isRandom(run: string): boolean {
  const letters = run.replace(/\d/g, '');
  if (run.length < 16 || letters.length < 4) return false;
  const changes = (run.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g) ?? []).length / run.length;
  const vowels = (letters.match(/[aeiou]/gi) ?? []).length / letters.length;
  const digitRuns = (run.match(/\d{1,80}/g) ?? []).length;
  if (digitRuns < 2) return run.length >= 20 && changes >= 0.4 && vowels <= 0.3;
  if (/^[0-9a-f]+$/.test(run)) return changes >= 0.2;
  if (/^[0-9A-Z]+$/.test(run)) return changes >= 0.12 && vowels <= 0.3;
  return changes >= 0.4 || (changes >= 0.2 && vowels <= 0.3);
}
