/*
 * What a question asks of every entry of one part, in AssemblyScript: TypeScript that becomes WebAssembly, and a script
 * for where that has no room or pays too late. A cold process is through with a search before V8 has compiled a loop of
 * it, and until then each step costs fifty times as much. Only what is walked by the thousand stands here: what is
 * decided is decided in score.ts and judge.ts.
 */

import { ASKS, EXACT, MOST_TIMES } from '../../index/entry-bits';
import { GAIN_POINT, ROUGH } from '../points';

/** The whole, where shares are counted in 256ths. */
const ONE = 256;

let entries: i32 = 0;
let sections: i32 = 0;
let someGone: bool = false;

// Of the part, filled in by who lays it.
/** By entry, as bytes: its length and whether it asks; and 1 where its note no longer stands, read where any is gone. */
export let lengths: usize = 0;
export let gone: usize = 0;
/** By section: its first entry, and one more, where they end; how many words it has. */
export let firsts: usize = 0;
export let words: usize = 0;

// Of the question.
/** By entry: what its own words give, in points. */
let own: usize = 0;
/** By section: what words give to it as a whole; what its entries have together, rounded up; what the best of them has. */
let whole: usize = 0;
let sums: usize = 0;
let peaks: usize = 0;
/** By section, as bytes: not 0 where one of those that have a word asks. */
let asking: usize = 0;
/** How many entries have any word. */
let count: i32 = 0;
/** By entry, as bytes: the bits with which it was marked; by section, those of all its entries. */
let marks: usize = 0;
let sectionMarks: usize = 0;

// Of the answer.
/** By the bits that an entry has, or entries of a section, in 256ths: the most that the factors can be there. */
const MARKED = 1 << 4;
const factors = memory.data(MARKED * 4, 4);
/** By section: the most that its entries can be worth, in points without `ROUGH`. */
let mosts: usize = 0;
/** The sections where something is found, highest first as far as the bits above `shift` tell. */
let order: usize = 0;
let shift: i32 = 0;
/** By entry of one section: what it has with what stands around it; the first of them, and how many they are. */
let worth: usize = 0;
let first: i32 = 0;
let length: i32 = 0;
/** How far the order, and that section, are gone through. */
let ordered: i32 = 0;
let place: i32 = 0;
let spot: i32 = 0;
let onlyOwn: bool = false;
/** Where postings are put to be walked. */
export let postings: usize = 0;
/** Where the memory ends that something was written to. */
let used: usize = 0;

// Of BM25: how soon more of a word stops to count, how much lengths do, how many words a section has on average.
let k1: f64 = 0;
let b: f64 = 0;
let meanSection: f64 = 0;
/** By length as the index has it: how much less a word gives there. */
const norms = memory.data(2 * ASKS * 8, 8);

// Of what stands around an entry: shares in 256ths.
/** What those behind it, and those before it, have of an entry, nearest first. */
const NEIGHBOURS = 4;
export const before = memory.data(NEIGHBOURS * 4, 4);
export const after = memory.data(NEIGHBOURS * 4, 4);
/** What an entry that asks keeps, and what the next has of it; what all have of their section. */
let kept: i32 = 0;
let answer: i32 = 0;
let around: i32 = 0;

/** From one length to the next, above those that are exact: `2 ** (1 / STEPS)`. */
const ROOT: f64 = 1.0905077326652577;

/** So many bits of what sections may be worth are told apart. */
const LEVELS = 10;
const starts = memory.data(((1 << LEVELS) + 1) * 4, 4);

/** Makes room for a part, in which nothing is scored yet. Laid again for the same part, what was filled in stands. */
export function lay(entryCount: i32, sectionCount: i32, areGone: bool): void {
  entries = entryCount;
  sections = sectionCount;
  someGone = areGone;
  count = 0;
  lengths = taken(__heap_base, 0);
  gone = taken(lengths, entries);
  firsts = taken(gone, entries);
  words = taken(firsts, (sections + 1) * 4);
  own = taken(words, sections * 4);
  whole = taken(own, entries * 4);
  sums = taken(whole, sections * 4);
  peaks = taken(sums, sections * 4);
  asking = taken(peaks, sections * 4);
  marks = taken(asking, sections);
  sectionMarks = taken(marks, entries);
  mosts = taken(sectionMarks, sections);
  order = taken(mosts, sections * 4);
  worth = taken(order, sections * 4);
  postings = taken(worth, entries * 4);
  hold(0);
  // Memory begins as nothing: what was never used need not be touched.
  if (used > own) memory.fill(own, 0, min(used, order) - own);
  used = max(used, postings);
}

/** Makes room for a list of so many bytes. */
export function hold(bytes: i32): void {
  const pages = <i32>((postings + bytes + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  if (bytes > 0) used = max(used, postings + bytes);
}

function taken(from: usize, bytes: i32): usize {
  return (from + bytes + 7) & ~7;
}

/** Says how words count: weights of BM25, and how many words entries and sections have on average. */
export function weigh(soon: f64, long: f64, meanEntry: f64, mean: f64): void {
  k1 = soon;
  b = long;
  meanSection = mean;
  let words: f64 = EXACT;
  for (let length = 0; length < ASKS; length++) {
    if (length > EXACT) words *= ROOT;
    const norm = normOf(length > EXACT ? floor(words + 0.5) : length, meanEntry);
    store<f64>(norms + (length << 3), norm);
    store<f64>(norms + ((length | ASKS) << 3), norm);
  }
}

function normOf(words: f64, mean: f64): f64 {
  return k1 * (1 - b + (b * words) / mean);
}

/** Says how much what stands around an entry counts for it. */
export function surround(asking: i32, answering: i32, section: i32): void {
  kept = asking;
  answer = answering;
  around = section;
}

/** Adds what one word gives, by its postings (postings.ts), to the entries and sections that it stands in. */
export function walk(bytes: i32, rarity: i32): void {
  const end = postings + bytes;
  let section = 0;
  let next = int(firsts, 1);
  let entry = 0;
  let times = 0;
  let often = 0;
  let sum = 0;
  let peak = 0;
  let seen = 0;
  for (let at = postings; at < end; ) {
    let packed: i32 = load<u8>(at++);
    if (packed > 127) {
      packed &= 127;
      for (let bits = 7, more = 128; more > 127; bits += 7) {
        more = load<u8>(at++);
        packed |= (more & 127) << bits;
      }
    }
    // An entry has a posting for each form of the word: they count as one.
    const had = packed < 2 ? times : 0;
    entry += packed >>> 1;
    times = had + 1;
    if ((packed & 1) === 0) {
      times = had + (load<u8>(at) & 7);
      while (load<u8>(at++) > 127);
    }
    if (times > MOST_TIMES) times = MOST_TIMES;
    if (entry >= entries) break;
    if (someGone && load<u8>(gone + entry)) continue;
    if (entry >= next) {
      if (often > 0) addSection(section, rarity, often, sum, peak, seen);
      often = sum = peak = seen = 0;
      section = sectionFrom(section + 1, entry);
      next = int(firsts, section + 1);
    }
    const length: i32 = load<u8>(lengths + entry);
    const gain = rarity * (gainOf(times, length) - gainOf(had, length));
    const before = int(own, entry);
    if (before === 0 && gain > 0) count++;
    const has = before + gain;
    setInt(own, entry, has);
    sum += (gain >> ROUGH) + 1;
    if (has > peak) peak = has;
    seen |= length;
    often += times - had;
  }
  if (often > 0) addSection(section, rarity, often, sum, peak, seen);
}

/** Marks the entries of a list, and their sections, with a bit. */
export function mark(bytes: i32, bit: i32): void {
  const end = postings + bytes;
  let section = 0;
  let entry = 0;
  for (let at = postings; at < end; ) {
    let packed: i32 = load<u8>(at) & 127;
    for (let bits = 7; load<u8>(at++) > 127; bits += 7) packed |= (load<u8>(at) & 127) << bits;
    if ((packed & 1) === 0) while (load<u8>(at++) > 127);
    entry += packed >>> 1;
    if (entry >= entries) break;
    section = sectionFrom(section, entry);
    store<u8>(marks + entry, load<u8>(marks + entry) | bit);
    store<u8>(sectionMarks + section, load<u8>(sectionMarks + section) | bit);
  }
}

/** By how many 256ths an entry can be raised at most, whatever its bits. */
export function level(most: i32): void {
  for (let bits = 0; bits < MARKED; bits++) setInt(factors, bits, most);
}

/** And by how much more where it has a bit. */
export function raise(bit: i32, most: f64): void {
  for (let bits = 0; bits < MARKED; bits++)
    if (bits & bit) setInt(factors, bits, <i32>ceil(int(factors, bits) * most));
}

/**
 * Orders the sections in which something is found by the most that an entry of theirs can be worth. Where an entry must
 * have a word itself, none answers by what stands around it alone.
 */
export function arrange(mustHave: bool): void {
  onlyOwn = mustHave;
  let reach = ONE + answer;
  let told = 0;
  for (let near = 0; near < NEIGHBOURS; near++) {
    reach += int(before, near) + int(after, near);
    told = max(told, max(int(before, near), int(after, near)));
  }
  const asked = max(told, answer + int(before, 0));
  let highest = 0;
  for (let section = 0; section < sections; section++) {
    const peak = int(peaks, section);
    if (peak === 0) continue;
    const best = (peak >> ROUGH) + 1;
    const given = load<u8>(asking + section) === 0 ? told : asked;
    const rest = given < ONE ? best * (ONE - given) : 0;
    const entry = min(best * reach, int(sums, section) * given + rest) >> 8;
    const all = entry + (((int(whole, section) >> ROUGH) * around) >> 8) + 3;
    setInt(mosts, section, ((all * factorOf(sectionMarks + section)) >> 8) + 1);
    highest = max(highest, int(mosts, section));
  }
  ranged(highest);
  place = 0;
  spot = 0;
  length = 0;
}

/** Puts the sections in order, highest first as far as the leading bits of their `mosts` tell. */
function ranged(highest: i32): void {
  shift = max(0, 32 - clz(highest) - LEVELS);
  memory.fill(starts, 0, ((1 << LEVELS) + 1) * 4);
  for (let section = 0; section < sections; section++)
    if (int(mosts, section)) add(starts, int(mosts, section) >>> shift, 1);
  ordered = 0;
  for (let step = 1 << LEVELS; step >= 0; step--) {
    const many = int(starts, step);
    setInt(starts, step, ordered);
    ordered += many;
  }
  for (let section = 0; section < sections; section++) {
    if (int(mosts, section) === 0) continue;
    const step = int(mosts, section) >>> shift;
    setInt(order, int(starts, step), section);
    add(starts, step, 1);
  }
}

/** The next entry that may be worth so much after factors, or -1; `sum` is what it has before them. */
export function seek(least: f64): i32 {
  while (!meets(least)) if (!enters(least)) return -1;
  return first + spot++;
}

/** Goes on in the section to the next entry that may be worth so much. */
function meets(least: f64): bool {
  for (; spot < length; spot++) {
    const most: f64 = <f64>int(worth, spot) * factorOf(marks + first + spot);
    if (most > 0 && most >= least * ONE) return true;
  }
  return false;
}

/** Goes on to the next section, unless nothing in it can be worth so much. */
function enters(least: f64): bool {
  if (place === ordered) return false;
  const section = int(order, place++);
  if (mostOf(section) < least) return false;
  spot = 0;
  gather(section);
  return true;
}

export function sum(): i32 {
  return int(worth, spot - 1);
}

/** About the most that an entry of a section can be worth. */
function mostOf(section: i32): f64 {
  return <f64>((<i64>((int(mosts, section) >>> shift) + 1)) << (shift + ROUGH));
}

/** Reckons what each entry of a section has with what stands around it, before factors. */
export function gather(section: i32): void {
  first = int(firsts, section);
  length = int(firsts, section + 1) - first;
  memory.fill(worth, 0, length << 2);
  for (let i = 0; i < length; i++) {
    const words = int(own, first + i);
    if (words === 0) continue;
    const part = words >> 8;
    const asks = load<u8>(lengths + first + i) & ASKS;
    add(worth, i, asks ? part * kept : words);
    if (asks && i + 1 < length) add(worth, i + 1, part * answer);
    for (let near = 0; near < NEIGHBOURS; near++) {
      if (i + near + 1 < length) add(worth, i + near + 1, part * int(before, near));
      if (i - near > 0) add(worth, i - near - 1, part * int(after, near));
    }
  }
  const all = (int(whole, section) >> 8) * around;
  for (let i = 0; i < length; i++) {
    if (onlyOwn && int(own, first + i) === 0) setInt(worth, i, 0);
    else if (int(worth, i)) add(worth, i, all);
  }
}

/** How many entries have any word. */
export function found(): i32 {
  return count;
}

/** What its own words give to an entry, and what words give to a section, in points. */
export function ofEntry(entry: i32): i32 {
  return int(own, entry);
}
export function ofSection(section: i32): i32 {
  return int(whole, section);
}

/** What an entry of the section that was gathered last has. */
export function ofWhole(entry: i32): i32 {
  return int(worth, entry - first);
}

/** Not 0 where an entry was marked with a bit. */
export function marked(entry: i32, bit: i32): i32 {
  return load<u8>(marks + entry) & bit;
}

/** What a word gives that stands so many times in an entry of a length as the index has it. */
function gainOf(times: i32, length: i32): i32 {
  return times === 0 ? 0 : saturated(times, load<f64>(norms + (length << 3)));
}

function saturated(times: i32, norm: f64): i32 {
  return <i32>floor(((k1 + 1) * times * GAIN_POINT) / (times + norm) + 0.5);
}

function addSection(section: i32, rarity: i32, often: i32, sum: i32, peak: i32, seen: i32): void {
  const norm = normOf(int(words, section), meanSection);
  add(whole, section, rarity * saturated(often, norm));
  add(sums, section, sum);
  if (peak > int(peaks, section)) setInt(peaks, section, peak);
  store<u8>(asking + section, load<u8>(asking + section) | (seen & ASKS));
}

/** The most that the factors can be where these bits are. */
function factorOf(bits: usize): i32 {
  return int(factors, load<u8>(bits));
}

/** The section of an entry, looked for in ever larger steps from one that does not begin behind it. */
function sectionFrom(from: i32, entry: i32): i32 {
  let step = 1;
  while (from + step < sections && int(firsts, from + step) <= entry) step *= 2;
  let low = from + (step >> 1);
  let high = min(from + step, sections);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (int(firsts, middle) <= entry) low = middle;
    else high = middle;
  }
  return low;
}

function int(array: usize, at: i32): i32 {
  return load<i32>(array + (at << 2));
}

function add(array: usize, at: i32, value: i32): void {
  setInt(array, at, int(array, at) + value);
}

function setInt(array: usize, at: i32, value: i32): void {
  store<i32>(array + (at << 2), value);
}
