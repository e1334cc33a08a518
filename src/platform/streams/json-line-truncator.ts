const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const U = 0x75;
const HEX_DIGITS = 4;

/**
 * Assembles a line of JSON from pieces, keeping a limited number of bytes of each string: an image or the text of a
 * large file never fills the memory. The result is valid JSON; a cut string ends with the number of missing bytes.
 */
export class LineCutter {
  #most = 0;
  #line = Buffer.allocUnsafe(4 * 1024);
  #size = 0;
  #place: 'outside' | 'inside' | 'behind' = 'outside';
  /** Remaining bytes for this string. */
  #room = 0;
  /** Remaining bytes of an escape: 1 after a backslash, negative for the digits of `\u`. */
  #escape = 0;
  /** Bytes at the start of the next piece that cannot end a string. */
  #ahead = 0;
  #missing = 0;

  /** Starts a line with a limit for the bytes of each string. */
  begin(most: number): void {
    this.#most = most;
    this.#size = 0;
    this.#place = 'outside';
    this.#escape = 0;
    this.#ahead = 0;
  }

  add(piece: Buffer): void {
    let from = 0; // start of the bytes not copied yet
    for (let at = 0; at < piece.length; )
      if (this.#place === 'outside') at = this.#outside(piece, at);
      else if (this.#place === 'inside') {
        at = this.#inside(piece, at);
        if (this.#isCut()) this.#keep(piece, from, at);
      } else from = at = this.#behind(piece, at);
    if (!this.#isCut()) this.#keep(piece, from, piece.length);
  }

  line(): string {
    return this.#line.toString('utf8', 0, this.#size);
  }

  #isCut(): boolean {
    return this.#place === 'behind';
  }

  #outside(piece: Buffer, from: number): number {
    const end = piece.indexOf(QUOTE, from) + 1;
    if (end > 0) this.#place = 'inside';
    this.#room = this.#most;
    return end || piece.length;
  }

  #inside(piece: Buffer, from: number): number {
    const full = from + this.#room;
    let at = from;
    for (; at < piece.length; at++) {
      const byte = piece[at]!;
      if (this.#escape !== 0)
        this.#escape = this.#escape < 0 ? this.#escape + 1 : byte === U ? -HEX_DIGITS : 0;
      else if (byte === QUOTE) {
        this.#place = 'outside';
        return at + 1;
      } else if (at >= full && isStart(byte)) {
        this.#place = 'behind';
        this.#missing = 0;
        break;
      } else if (byte === BACKSLASH) this.#escape = 1;
    }
    this.#room -= at - from;
    return at;
  }

  #behind(piece: Buffer, from: number): number {
    let at = from + this.#ahead;
    while (at < piece.length && piece[at] !== QUOTE) at += piece[at] === BACKSLASH ? 2 : 1;
    const end = Math.min(at, piece.length);
    this.#ahead = at - end;
    this.#missing += end - from;
    if (end === piece.length) return end;
    const rest = Buffer.from(`… ${this.#missing} bytes more`);
    this.#keep(rest, 0, rest.length);
    this.#place = 'inside'; // where its end is detected next
    return end;
  }

  #keep(piece: Buffer, from: number, to: number): void {
    const size = this.#size + to - from;
    if (size > this.#line.length) {
      const larger = Buffer.allocUnsafe(size * 2);
      larger.set(this.#line.subarray(0, this.#size));
      this.#line = larger;
    }
    piece.copy(this.#line, this.#size, from, to);
    this.#size = size;
  }
}

/** Returns true for the first byte of a UTF-8 character. */
const isStart = (byte: number): boolean => (byte & 0xc0) !== 0x80;
