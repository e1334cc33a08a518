import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Lifetime of a sign-in token. */
export const TOKEN_MS = 60_000;

/** Access checks of one run: sign-in token, cookie, form token, Host and Origin. */
export interface PageAccess {
  /** Creates a sign-in token: valid once, for one minute. */
  createToken(): string;
  /** Consumes a sign-in token; false if it is unknown, used or expired. */
  useToken(token: string): boolean;
  /** Creates the token for the forms of one page. */
  createFormToken(): string;
  isFormToken(token: string): boolean;
  /** Sets this run's cookie. */
  admit(c: Context): void;
  /** Rejects requests with a foreign Host, Origin or Sec-Fetch-Site. Runs first. */
  readonly checkOrigin: MiddlewareHandler;
  /** Rejects requests without this run's cookie. */
  readonly checkCookie: MiddlewareHandler;
}

interface AccessOptions {
  /** The port, known once the server listens. */
  readonly port: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Creates the access checks of one run, with new secrets. */
export function createPageAccess({ port, now }: AccessOptions): PageAccess {
  const cookieSecret = randomBytes(32).toString('base64url');
  const formSecret = randomBytes(32);
  const tokens = new Map<string, number>();
  const sign = (nonce: string) => createHmac('sha256', formSecret).update(nonce).digest('base64url');
  const cookieName = () => `daybook-${port()}`;
  const hosts = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  return {
    createToken() {
      const token = randomBytes(24).toString('base64url');
      tokens.set(hash(token), now());
      return token;
    },
    useToken(token) {
      const made = tokens.get(hash(token));
      tokens.delete(hash(token));
      return made !== undefined && now() - made <= TOKEN_MS;
    },
    createFormToken() {
      const nonce = randomBytes(12).toString('base64url');
      return `${nonce}.${sign(nonce)}`;
    },
    isFormToken(token) {
      const [nonce = '', mark = ''] = token.split('.');
      return isEqual(mark, sign(nonce));
    },
    admit: (c) => setCookie(c, cookieName(), cookieSecret, { httpOnly: true, sameSite: 'Strict', path: '/' }),
    async checkOrigin(c, next) {
      const host = c.req.header('host') ?? '';
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site') ?? 'none';
      const isEntrance = c.req.method === 'GET' && c.req.path === '/enter'; // links from outside are allowed; the token authenticates
      if (!hosts().includes(host)) return refuse(c, 'the Host header is not the address of this page');
      if (origin !== undefined && origin !== `http://${host}`)
        return refuse(c, 'the request comes from another page');
      if (!isEntrance && site !== 'same-origin' && site !== 'none')
        return refuse(c, 'the request comes from another page');
      return next();
    },
    async checkCookie(c, next) {
      return isEqual(getCookie(c, cookieName()) ?? '', cookieSecret) ? next() : refuse(c, NO_COOKIE, 401);
    },
  };
}

const NO_COOKIE =
  'this browser is not signed in. Press Enter in the terminal of `daybook serve` for a new link, or start it again';

const refuse = (c: Context, why: string, status: 401 | 403 = 403): Response =>
  c.text(`Request refused: ${why}.\n`, status);

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

const isEqual = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
