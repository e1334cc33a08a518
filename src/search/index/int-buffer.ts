/** Whole numbers of 32 bits that are added one by one. */
export class GrowableInt32Array {
  #all: Uint32Array;
  length = 0;

  constructor(room = 1024) {
    this.#all = new Uint32Array(room);
  }

  push(value: number): void {
    if (this.length === this.#all.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.#all);
      this.#all = wider;
    }
    this.#all[this.length++] = value;
  }

  add(at: number, value: number): void {
    this.#all[at]! += value;
  }

  at(index: number): number {
    return this.#all[index]!;
  }

  done(): Uint32Array {
    return this.#all.subarray(0, this.length);
  }
}
