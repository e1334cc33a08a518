import type { Corpus, Part } from '../index/corpus.js';
import type { TermList } from '../index/postings.js';
import { BYTES } from './kernel-bytes.js';
import { kernelScript } from './kernel-script.js';
import type { Weights } from './weights.js';

/** What assembly/kernel.ts does by itself, once a part is laid and its words are walked. */
interface Does {
  found(): number;
  ofEntry(entry: number): number;
  ofSection(section: number): number;
  level(most: number): void;
  raise(bit: number, most: number): void;
  marked(entry: number, bit: number): number;
  arrange(onlyOwn: number): void;
  seek(least: number): number;
  sum(): number;
  gather(section: number): void;
  ofWhole(entry: number): number;
}

interface Exports extends Does {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly lengths: Place;
  readonly gone: Place;
  readonly firsts: Place;
  readonly words: Place;
  readonly postings: Place;
  readonly before: Place;
  readonly after: Place;
  lay(entries: number, sections: number, areGone: number): void;
  weigh(k1: number, b: number, meanLength: number, meanSection: number): void;
  surround(kept: number, answer: number, around: number): void;
  hold(bytes: number): void;
  walk(bytes: number, rarity: number): void;
  mark(bytes: number, bit: number): void;
}

interface Place {
  readonly value: number;
}

/** What the types of Node leave out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** So few entries are walked sooner than V8 has made an instance of WebAssembly. */
const FEW = 3000;

/** One for each part of a corpus. The next corpus is reckoned in the same ones: their memory never shrinks. */
const scripts: Kernel[] = [];
const instances: Kernel[] = [];

/** The kernel of one part, in which nothing is scored yet. What it scored before is gone. */
export function kernelOf(corpus: Corpus, part: number, weights: Weights): Kernel {
  const areFew = corpus.entries < FEW;
  const kernels = areFew ? scripts : instances;
  kernels[part] ??= new Kernel((areFew ? null : instance()) ?? kernelScript());
  kernels[part].lay(corpus, corpus.parts[part]!, weights);
  return kernels[part];
}

let compiled: object | undefined;

/** Null where no room can be reserved for its memory (`ulimit -v`), or where it is switched off (`--jitless`). */
export function instance(): object | null {
  try {
    compiled ??= new WebAssembly.Module(Buffer.from(BYTES, 'base64'));
    return new WebAssembly.Instance(compiled).exports;
  } catch {
    return null;
  }
}

/** Reckons with what is there by the thousand, in WebAssembly or in JavaScript, and fills the memory of either. */
export class Kernel {
  readonly #exports: Exports;
  #laid: { readonly corpus: Corpus; readonly part: Part; readonly weights: Weights } | null = null;

  constructor(exports: object) {
    this.#exports = exports as Exports;
  }

  get does(): Does {
    return this.#exports;
  }

  lay(corpus: Corpus, part: Part, weights: Weights): void {
    const { segment, gone } = part;
    this.#exports.lay(segment.entries, segment.sections.length, gone ? 1 : 0);
    const laid = this.#laid;
    if (laid?.corpus === corpus && laid.part === part && laid.weights === weights) return;
    this.#laid = null; // what is read here may be damaged
    const { lengths, gone: fate, firsts, words } = this.#exports;
    const { length } = segment.sections;
    this.#bytes(lengths, segment.entries).set(segment.lengths);
    if (gone) this.#bytes(fate, segment.entries).set(gone);
    this.#ints(firsts, length).set(segment.sections);
    this.#ints(firsts, length + 1)[length] = segment.entries;
    this.#ints(words, length).set(segment.sectionWords);
    this.#weigh(corpus, weights);
    this.#laid = { corpus, part, weights };
  }

  /** Adds what one word gives to the entries and sections that it stands in. */
  walk(list: TermList, rarity: number): void {
    this.#exports.walk(this.#put(list), rarity);
  }

  /** Marks the entries of a list with one of four bits. */
  mark(list: TermList, bit: number): void {
    this.#exports.mark(this.#put(list), bit);
  }

  #put({ body }: TermList): number {
    this.#exports.hold(body.length);
    this.#bytes(this.#exports.postings, body.length).set(body);
    return body.length;
  }

  #weigh({ meanLength, meanSection }: Corpus, weights: Weights): void {
    const { k1, b, before, after } = weights;
    this.#exports.weigh(k1, b, meanLength, meanSection);
    this.#ints(this.#exports.before, NEIGHBOURS).fill(0).set(before.map(share));
    this.#ints(this.#exports.after, NEIGHBOURS).fill(0).set(after.map(share));
    this.#exports.surround(share(1 - weights.question), share(weights.answer), share(weights.section));
  }

  #bytes({ value }: Place, length: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, value, length);
  }

  #ints({ value }: Place, length: number): Int32Array {
    return new Int32Array(this.#exports.memory.buffer, value, length);
  }
}

/** So many entries before and after one may be counted in. */
const NEIGHBOURS = 4;

/** A weight in 256ths, so that the sums stay whole numbers. */
const share = (weight: number): number => Math.round(weight * 256);
