import {
  hasLongRun,
  hasRandomPart,
  isKeyOfAccount,
  isLikePassword,
  isMixed,
  isOfManySigns,
  isRandomToken,
} from './random-token.js';
import { GENERAL_SECRETS, PASSWORD_CUES, PATTERN_PIECES, PLACEHOLDER } from './secret-forms.data.js';
import { SERVICE_TOKENS, type SecretRow } from './secret-patterns.data.js';

/** One shape of a secret, ready to use. */
export interface SecretPattern {
  readonly kind: string;
  readonly cues: readonly string[];
  readonly pattern: RegExp;
  readonly near: RegExp | undefined;
  /** Matches placeholders and code that look like the secret. */
  readonly except: RegExp | undefined;
  readonly accepts: ((found: string) => boolean) | undefined;
  readonly why: string;
}

/** The tests that rows name. */
const TESTS: Readonly<Record<NonNullable<SecretRow['accepts']>, (found: string) => boolean>> = {
  'random token': isRandomToken,
  'key of an account': isKeyOfAccount,
  'like chance': hasRandomPart,
  'no word': isLikePassword,
  'letters like chance': (found) =>
    (isMixed(found) && /\d/.test(found)) || (isOfManySigns(found) && isLikePassword(found)),
  'no name': (found) => hasLongRun(found) || hasRandomPart(found),
  'no hash': (found) => !/^(?:[0-9a-f-]+$|sha\d)/i.test(found) && hasRandomPart(found),
  'login in base64': (found) =>
    /^[ -~]{1,200}:[ -~]{1,300}$/.test(Buffer.from(found, 'base64').toString('latin1')),
};

/** All shapes, the surest first. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [...SERVICE_TOKENS, ...GENERAL_SECRETS].map(
  createPattern,
);

/** Most texts have no cue, so a row compiles its expressions on first use. */
function createPattern({
  kind,
  cues,
  pattern,
  flags,
  near,
  placeholders,
  accepts,
  why,
}: SecretRow): SecretPattern {
  let compiled: RegExp | undefined;
  let compiledNear: RegExp | undefined;
  return {
    kind,
    cues: (cues === '<PASSWORD>' ? PASSWORD_CUES : cues).split(' '),
    why,
    accepts: accepts && TESTS[accepts],
    except: placeholders && PLACEHOLDER,
    get pattern() {
      compiled ??= compilePattern(pattern, flags);
      return compiled;
    },
    get near() {
      if (near !== undefined) compiledNear ??= compilePattern(near);
      return compiledNear;
    },
  };
}

const compilePattern = (pattern: (() => RegExp) | string, flags = ''): RegExp =>
  typeof pattern === 'string' ? new RegExp(insertPieces(pattern), flags) : pattern();

/** Inserts the named pieces; `<Aa:NAME>` is one whose words may begin with a capital, for a pattern that tells cases apart. */
const insertPieces = (source: string): string =>
  source.replace(/<(Aa:)?([A-Z_]+)>/g, (_, capital: string, name: keyof typeof PATTERN_PIECES) => {
    const piece = insertPieces(PATTERN_PIECES[name]);
    return capital
      ? piece.replace(/(?<=^|\|)\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)
      : piece;
  });
