'use strict';
// Fills the caches that the launcher starts from. What a verb runs at its first start it often never runs again: that
// start leaves an empty cache, the next a text, and those after it fill in the code, each with what it ran beside. A
// hook has often nothing to say: starts that say something are counted apart.
const fs = require('node:fs');
const path = require('node:path');

/** Bytes at the end of a cache: two lengths of four each, and the starts. */
const END = 9;

/** A cache of any build, or the draft of one. */
const CACHE = /^(?:command|hook|mcp)-\w+-v[^/]+\.cache(?:\.\d+)?$/;
const MONTH_MS = 30 * 86_400_000;

/** Writes a cache that is new to the first place that takes it. */
function fill(start) {
  const { name, places, starts } = start;
  for (const folder of places) {
    try {
      if (folder !== __dirname) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `${name}.${process.pid}`);
      fs.writeFileSync(draft, filled(start), { mode: 0o600, flush: true });
      fs.renameSync(draft, path.join(folder, name));
      if (starts === 0) tidy(folder);
      return;
    } catch {}
  }
}

/** The next cache: the code of its text. Before that the text, of all that was run so far: with it the filling begins anew. */
function filled({ bundle, starts, count, script, text, made, own, isFull, hasSpoken }) {
  if (starts === 0) return cacheOf('', [], hasSpoken ? 16 : 1);
  if (isFull) return cacheOf(text, [script.createCachedData()], count);
  return cacheOf(
    textOf(bundle, (at) => made[at] || (text !== '' && own.parts[at])),
    [],
    1,
  );
}

function cacheOf(of, codes, count) {
  const end = Buffer.alloc(END);
  end.writeUInt32LE(of.length);
  end.writeUInt32LE(codes[0]?.length ?? 0, 4);
  end[END - 1] = count;
  return Buffer.concat([...codes, Buffer.from(of, 'latin1'), end]);
}

/** The bundle with these of its parts alone. A line at its end says which build it is, and where each begins and ends. */
function textOf(bundle, isWanted) {
  whole ??= fs.readFileSync(bundle).latin1Slice();
  const table = whole.lastIndexOf('\n//BUILD');
  if (table < 0) throw new Error(`${bundle} was replaced while it ran; start it again`);
  places ??= JSON.parse(whole.slice(whole.indexOf('[', table)));
  const parts = [];
  for (let at = 0; at < places.length; at += 2)
    parts.push(isWanted(at / 2) ? whole.slice(places[at], places[at + 1]) : '');
  return `${whole.slice(0, places[0])}${parts.join(',')}${whole.slice(places.at(-1), table)}`;
}

let whole;
let places;

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
