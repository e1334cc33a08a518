/** Remembers at least the last keys that were set and drops older ones, to bound memory. */
export class RecentKeys<V> {
  readonly #most: number;
  #fresh = new Map<string, V>();
  #older: ReadonlyMap<string, V> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    return this.#fresh.get(key) ?? this.#older.get(key);
  }

  set(key: string, value: V): void {
    this.#fresh.set(key, value);
    if (this.#fresh.size < this.#most) return;
    this.#older = this.#fresh;
    this.#fresh = new Map();
  }
}
