'use strict';
// Fills the caches that the launcher starts from. What a verb runs at its first start it often never runs again: that
// start leaves an empty cache, the next a text, and those after it fill in the code, each with what it ran. A hook has
// often nothing to say: starts that say something are counted apart. What few starts run waits in a second cache, so that
// all of them do not load what one ran that brought an index up to date.
const fs = require('node:fs');
const path = require('node:path');

/** Bytes at the end of a cache: three lengths of four each, and the starts. */
const END = 13;

/** So many characters of text are loaded, with their code, in the time that opening the second cache takes. */
const WORTH = 25_000;
/** Once so many starts are told of, they count half: habits change. */
const MANY = 16;

/** A cache of any build, or the draft of one. */
const CACHE = /^(?:command|hook|mcp)-\w+-v[^/]+\.cache(?:\.\d+)?$/;
const MONTH_MS = 30 * 86_400_000;

/** Writes the caches for which a start has something new; `hasAsked` if it wanted the second one. */
function fill({ bundle, usual, seldom, hasAsked, made, hasSpoken, isLasting, isFilled }) {
  const one = hasSpoken ? 16 : 1;
  const again = (cache) => ({
    text: cache.text,
    code: cache.script.createCachedData(),
    starts: cache.starts + (isFilled(cache) ? 0 : one),
  });
  const put = ({ name }, holds) => write(usual.folders(), name, holds);
  if (usual.starts === 0 || isLasting) {
    put(usual, usual.starts === 0 ? { starts: one } : again(usual));
    return;
  }
  const tallies = tallied(usual.tallies, made, bundle);
  const isUsual = usualBy(tallies, usual.parts, bundle);
  const rest = textOf(bundle, (at) => tallies[at] > 0 && !isUsual(at));
  const text = textOf(bundle, isUsual);
  if (rest !== seldom.text) put(seldom, { text: rest, starts: 1 });
  else if (hasAsked) put(seldom, again(seldom));
  put(usual, { tallies, ...(text === usual.text ? again(usual) : { text, starts: 1 }) });
}

/** Writes a cache anew to the first folder that takes it. */
function write(folders, name, { code = '', text = '', tallies = '', starts }) {
  const pieces = [code, text, tallies].map((piece) => Buffer.from(piece, 'latin1'));
  const end = Buffer.alloc(END);
  for (const [at, piece] of pieces.entries()) end.writeUInt32LE(piece.length, at * 4);
  end[END - 1] = starts;
  for (const folder of folders) {
    try {
      if (folder !== __dirname) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `${name}.${process.pid}`);
      fs.writeFileSync(draft, Buffer.concat([...pieces, end]), { mode: 0o600, flush: true });
      fs.renameSync(draft, path.join(folder, name));
      if (code === '') tidy(folder);
      return;
    } catch {}
  }
}

/** How many starts ran each part, and at the end how many starts those were, with this one. */
function tallied(before, made, bundle) {
  const { places } = opened(bundle);
  const amount = places.length / 2;
  const known = before?.length === amount + 1 ? before : Buffer.alloc(amount + 1);
  const share = known[amount] < MANY ? 1 : 0.5;
  return Buffer.from(known.map((tally, at) => tally * share + (made[at] || at === amount ? 1 : 0)));
}

/**
 * Which parts each start should load: those that most run, and of the others those so short that loading them costs less
 * than asking for the second cache at times. Parts that ran equally often are taken for one, since the same starts ran
 * them. What is usual stays so a little longer, lest texts change to and fro.
 */
function usualBy(tallies, before, bundle) {
  const { places } = opened(bundle);
  const lengths = {};
  for (let at = 0; at < places.length; at += 2) {
    const tally = tallies[at / 2];
    lengths[tally] = (lengths[tally] ?? 0) + places[at + 1] - places[at];
  }
  return (at) => {
    const length = lengths[tallies[at]];
    return tallies[at] / tallies.at(-1) > (length / (length + WORTH)) * (before[at] ? 0.5 : 1);
  };
}

/** The bundle with these of its parts alone; nothing where none of them is wanted. */
function textOf(bundle, isWanted) {
  const { text, end, places } = opened(bundle);
  const parts = [];
  for (let at = 0; at < places.length; at += 2)
    parts.push(isWanted(at / 2) ? text.slice(places[at], places[at + 1]) : '');
  if (!parts.some(Boolean)) return '';
  return `${text.slice(0, places[0])}${parts.join(',')}${text.slice(places.at(-1), end)}`;
}

/** The whole bundle. A line at its end says which build it is, and where each part begins and ends. */
function opened(bundle) {
  if (whole) return whole;
  const text = fs.readFileSync(bundle).latin1Slice();
  const end = text.lastIndexOf('\n//BUILD');
  if (end < 0) throw new Error(`${bundle} was replaced while it ran; start it again`);
  whole = { text, end, places: JSON.parse(text.slice(text.indexOf('[', end))) };
  return whole;
}

let whole;

/** Takes away what builds left that were replaced long ago. */
function tidy(folder) {
  for (const other of fs.readdirSync(folder)) {
    if (!CACHE.test(other) || other.includes('-BUILD-')) continue;
    const file = path.join(folder, other);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat && stat.mtimeMs < Date.now() - MONTH_MS) fs.rmSync(file, { force: true });
  }
}

exports.fill = fill;
exports.textOf = textOf;
