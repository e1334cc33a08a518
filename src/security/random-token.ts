/**
 * Returns true for a text that a service gave out as a key: a short prefix, a separator, and a run of at least 16 letters
 * and digits as chance makes them. Hashes, ids and names of files, of which the prefix says what they identify, are none.
 */
export function isRandomToken(text: string): boolean {
  const [prefix = ''] = text.split(/[_.~-]/);
  const body = text.slice(prefix.length + 1);
  if (text.includes('-----')) return false; // the first line of a key in PEM
  if (IDENTIFYING.test(prefix) || ID.test(body) || FILE.test(text) || isHash(text, prefix)) return false;
  if (WORD.test(prefix) && !MARKER.test(text) && (body.length <= ID_LENGTH || /^[0-9a-f]+$/.test(body)))
    return false;
  return hasRandomPart(body);
}

const ID_LENGTH = 30;

/** Returns true for 32 bytes in base64url that begin with what looks like a prefix, for a length and a hash, and for a file and a hash. */
const isHash = (text: string, prefix: string): boolean =>
  (text.length === BASE64_OF_32_BYTES &&
    /[A-Z]/.test(text) &&
    (prefix.length < 4 || (/[_.~-]/.test(text.slice(prefix.length + 1)) && !MARKER.test(text)))) ||
  /^[0-9a-f]{2,8}-[\w-]{27}$/.test(text) ||
  BEHIND_FILE.test(text);

/** Lines of `sha256sum`, joined: the next hash stands behind the name of a file. */
const BEHIND_FILE = /\.[a-z]{1,5}\d?(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const BASE64_OF_32_BYTES = 43;

/** A word, which names what it identifies: the maker of a key has a shorter sign, or says that it is a key. */
const WORD = /^(?=[^aeiouy]{0,12}[aeiouy])[A-Za-z]{5,}$/;
const MARKER =
  /^(?:[a-z]{1,12}[_.~-]){0,2}[a-z]{0,8}(?:api|key|pat|sec|secret|sk|tok|token|live|auth)[_.~-]/i;

/** What the name of a hash, an id or a file begins with, if it is no word or one of four letters. */
const IDENTIFYING =
  /sha(?:256|384|512)$|^(?:sha|md|crc|blake|xx|rev|git|hash|etag|sig|uu?id|ocid|guid|ulid|id|ids|ref|req|res|resp|msg|evt|run|job|task|step|span|sess?|prt|asst|call|gen|user|usr|cus|acct|org|team|proj|prj|dpl|dep|srv|ver|node|pod|img|vol|snap|ami|vpc|eni|sg|rtb|igw|tgw|file|chunk|main|prod|deps|npm|pnpm|yarn|pip|page|css|js|svg|icon|font|sc|cell|item|row|rec|tmp|temp|test|log|func|fn|var|idx|pk|fk|in|plan|sub|si|pi|pm|ch|po|ba|qt|card|link|conn|vs|refund|txn|seti|cs|doc|post|feat|fix|pr|tag|lib|pkg|data|host|db|my|the|a|an|v)\d{0,3}$/i;

/** Returns true for the number of an account with its key; not for a time with a hash of git. */
export function isKeyOfAccount(text: string): boolean {
  const key = text.slice(text.indexOf(':') + 1);
  return !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(key) && hasRandomPart(key);
}

/** Returns true for a value that is no word, number, path, version, hash or name in code. */
export const isLikePassword = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  !UUID.test(text) &&
  !/^[0-9a-f-]{32,}$|^v?\d+\.\d|^[\w@/.-]{1,80}@v?\d+\./i.test(text) &&
  !(text.includes('/') && /\.\w{1,5}$/.test(text)) &&
  (isMixed(text, 4) || /\d\D+\d/.test(text) || isOfManySigns(text));

/** Returns true for a digit with a sign that no name has, or with a capital, a small letter and any sign. */
export const isOfManySigns = (text: string): boolean =>
  /\d/.test(text) &&
  (/[!#$%&*?^~@]/.test(text) ||
    (text.length >= 10 && /[_+-]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)));

/** Returns true for a run of letters and digits that is longer than a number in a name, and for a hash or a UUID. */
export const hasLongRun = (text: string): boolean =>
  /^[0-9a-f-]{20,}$/i.test(text) ||
  text.split(/[_.~-]/).some((part) => part.length >= 12 && /\d\D+\d/.test(part));

/** Returns true for capitals, small letters and digits that change places as in no name of two or three words. */
export function isMixed(text: string, leastPieces = 5): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/^[A-Za-z0-9!#$%&*?^~@+=_]+$/.test(text)) return false;
  const pieces = text.split(/(?=[A-Z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)/).length;
  return pieces >= leastPieces && text.length / pieces <= 2.5;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
/** A UUID or a ULID. */
const ID = new RegExp(`${UUID.source}|^[0-7][0-9a-hjkmnp-tv-z]{25}$`, 'i');

const FILE = /\.[a-z]{1,5}\d?$/;

/** Returns true for a run like chance between separators, or over them if it has capitals and small letters. */
export function hasRandomPart(text: string): boolean {
  const parts = text.split(/[^A-Za-z0-9]/);
  return parts.some(isRandom) || (/[a-z]/.test(text) && /[A-Z]/.test(text) && isRandom(parts.join('')));
}

/** Returns true for letters and digits that change places as often as chance lets them, in a run that no name has. */
function isRandom(run: string): boolean {
  const letters = run.replace(/\d/g, '');
  if (run.length < 16 || letters.length < 4) return false;
  const changes = (run.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g) ?? []).length / run.length;
  const vowels = (letters.match(/[aeiou]/gi) ?? []).length / letters.length;
  const digitRuns = (run.match(/\d{1,80}/g) ?? []).length;
  if (digitRuns < 2) return run.length >= 20 && changes >= 0.4 && vowels <= 0.3;
  if (/^[0-9a-f]+$/.test(run)) return run.length >= 32;
  const isOneCase = /^(?:[0-9A-Z]+|[0-9a-z]+)$/.test(run);
  return (
    changes >= 0.4 ||
    (changes >= (isOneCase ? 0.12 : 0.2) && vowels <= (isOneCase && digitRuns > 2 ? 0.4 : 0.3))
  );
}
