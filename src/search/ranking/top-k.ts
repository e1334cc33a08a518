/** Keeps the best `most` values in a heap. `before` is a strict total order. */
export class TopK<T> {
  readonly #kept: T[] = [];

  constructor(
    readonly most: number,
    readonly before: (a: T, b: T) => boolean,
  ) {}

  get full(): boolean {
    return this.#kept.length === this.most;
  }

  /** The worst of the best values. */
  get last(): T | undefined {
    return this.#kept.at(-1);
  }

  offer(item: T): void {
    const rows = this.#kept;
    if (this.full && !(this.most && this.before(item, rows[rows.length - 1]!))) return;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.before(rows[middle]!, item)) low = middle + 1;
      else high = middle;
    }
    rows.splice(low, 0, item);
    if (rows.length > this.most) rows.pop();
  }

  /** The best values, best first. */
  done(): readonly T[] {
    return this.#kept;
  }
}
