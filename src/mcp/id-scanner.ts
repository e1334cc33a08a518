/** A longer name is neither `id` nor `method`, and a longer value is not used as an id (bytes). */
const LONGEST_TOKEN = 1024;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];

const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the id of a request whose bytes arrive in chunks, with memory for one short name or value. Reads only the
 * members of the outermost object. As with `JSON.parse`, the last of several members with one name counts.
 */
export class IdScanner {
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #isObject: boolean | null = null;
  #isRequest = false;
  /** The name of the member whose value is being read; null while a name is read. */
  #name: string | null = null;
  /** The bytes of the current outermost name or value; null if too long, or if it is an object or a list. */
  #token: number[] | null = [];
  #found: unknown;

  /** The id to answer; undefined if the bytes so far are not a request with an id. */
  get id(): string | number | undefined {
    return this.#isRequest && isRequestId(this.#found) ? this.#found : undefined;
  }

  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && this.#isObject !== false; at++) {
      if (this.#isString && !this.#isEscaped && this.#token === null) at = findMark(piece, at);
      const byte = piece[at] ?? SPACE;
      if (this.#isString) this.#readString(byte);
      else if (byte > SPACE) this.#read(byte);
    }
  }

  #readString(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isString = false;
  }

  #read(byte: number): void {
    this.#isObject ??= byte === OPEN;
    if (byte === OPEN || byte === OPEN_LIST) {
      if (++this.#depth > 1) this.#token = null;
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      if (--this.#depth === 0) this.#endMember();
    } else if (this.#depth === 1 && byte === COLON && this.#name === null) {
      this.#beginValue();
    } else if (this.#depth === 1 && byte === COMMA) {
      this.#endMember();
    } else {
      this.#isString = byte === QUOTE;
      this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#token && this.#token.push(byte) > LONGEST_TOKEN) this.#token = null;
  }

  #beginValue(): void {
    const name = parsed(this.#token);
    this.#name = typeof name === 'string' ? name : '';
    this.#isRequest ||= name === 'method';
    this.#token = [];
  }

  #endMember(): void {
    if (this.#name === 'id') this.#found = parsed(this.#token);
    this.#name = null;
    this.#token = [];
  }
}

/** Returns the index of the next quote or backslash, or the end. */
function findMark(piece: Uint8Array, from: number): number {
  let at = from;
  while (at < piece.length && piece[at] !== QUOTE && piece[at] !== BACKSLASH) at++;
  return at;
}

/** Returns true for JSON white space and all other control characters. */
const SPACE = 0x20;

function parsed(bytes: readonly number[] | null): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
  } catch {
    return undefined;
  }
}

export const isRequestId = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);
