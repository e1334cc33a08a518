// Makes a wiki of N entries that reads like a developer's days: the same bytes for the same seed, on every machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const list = (text) => text.trim().split(/\s+/);
const PEOPLE = list('Anna Boris Chen Dalia Emre Farah Goran Hana Igor Jamila Kofi Lena Marco Nadia Otto Priya');
const PARTS = list(`parser scheduler cache router session queue worker indexer gateway billing search upload editor
  importer exporter login profile webhook mailer renderer tokenizer planner monitor backup migration dashboard
  pipeline registry resolver settings permissions notification payment inventory report crawler proxy sandbox`);
const NOUNS = list(`timeout retry deadlock race leak schema column transaction header cookie certificate payload
  buffer thread pool socket handshake redirect fixture snapshot mock assertion flag rollout container image volume
  secret token quota latency throughput memory disk latch index query cursor page batch offset checksum encoding
  locale timezone calendar invoice discount currency address avatar thumbnail stylesheet layout keyboard shortcut
  dialog tooltip banner menu sidebar chart legend axis filter sort export archive branch commit merge conflict
  review pipeline artifact runner coverage benchmark profile trace span metric alert incident runbook budget`);
const VERBS = list(`fixed broke moved renamed removed added measured doubled halved replaced rewrote split merged
  reverted cached logged traced mocked tested shipped delayed blocked reviewed documented simplified inlined
  extracted guarded validated escaped sanitized compressed streamed batched sharded locked released upgraded`);
const MOODS = list(`slow flaky stale brittle noisy silent wrong large small empty duplicated ambiguous unsafe
  deprecated obsolete surprising expensive cheap fast stable broken missing late early nested recursive`);
const PLACES = list('staging production laptop container cluster browser simulator runner sandbox office');
const WHYS = [
  'because the {part} holds a {noun} for the whole {noun}',
  'since {person} saw a {mood} {noun} on {place}',
  'so that the {noun} survives a restart',
  'or the {part} would need a second {noun}',
  'as the old {noun} was {mood} and nobody could explain it',
];
const SENTENCES = [
  '{person}: the {part} {verb} the {noun} {why}',
  '{verb} the {noun} in `{file}`, the {part} was {mood} on {place}',
  'How long does the {part} wait for the {noun} on {place}?',
  '{person} says the {mood} {noun} comes from {ident}, see {file}',
  '{part}: {noun} and {noun} must never be {verb} in one {noun} {why}',
  'error {number} in {ident} when the {noun} is {mood}; {verb} it {why}',
  'moved {number} {noun}s from the {part} to the {part}, {mood} but it works',
  '{person} and {person} agreed that the {noun} is {verb} before the {part} starts',
  'the {noun} took {number} ms on {place}, {number} ms after the {part} was {verb}',
  'tried {ident} instead of {ident}: {mood}, {verb} again {why}',
];
const TAGS = list('infra ui api data security speed docs tooling');
const MEMORY = ['Preferences', 'Facts', 'Rules', 'Constraints', 'Decisions', 'Learnings', 'Problems', 'Progress', 'Gotchas'];
const PER_DAY = 100;
const MEMORY_BYTES = 64 * 1024;
const LAST_DAY = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

/** Writes a workspace of about so many entries into a folder; gives back bytes of text and entries. */
export function makeVault(dir, entries, seed = 1) {
  const say = speaker(seed);
  const notes = [['content/MEMORY.md', memory(say)]];
  const lines = notes[0][1].split('\n- ').length - 1;
  const days = Math.max(1, Math.ceil((entries - lines) / PER_DAY));
  for (let day = 0, left = entries - lines; day < days; day++, left -= PER_DAY) {
    const date = new Date(LAST_DAY - (days - day) * DAY).toISOString().slice(0, 10);
    notes.push([`content/evolving/${date}.md`, dayNote(say, date, Math.min(PER_DAY, left))]);
  }
  let bytes = 0;
  for (const [path, text] of [['daybook.yaml', 'timezone: UTC\n'], ...notes]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    if (path.endsWith('.md')) bytes += Buffer.byteLength(text);
  }
  return { bytes, entries: lines + Math.max(0, entries - lines), notes: notes.length };
}

/** Questions about such a wiki: whole ones, two words, one word, one with a slip of the keys. */
export function makeQuestions(count, seed = 2) {
  const say = speaker(seed);
  const kinds = [
    () => say.fill('what did {person} say about the {mood} {noun} of the {part} on {place}?'),
    () => say.fill('{part} {noun}'),
    () => say.fill('{noun}'),
    () => say.slip(say.fill('why was the {noun} {verb} in the {part}')),
  ];
  return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]());
}

function memory(say) {
  const sections = MEMORY.map((heading) => `## ${heading}\n`);
  for (let size = 0, i = 0; size < MEMORY_BYTES; i++) {
    const line = `- ${say.sentence()} ^${say.id()}\n`;
    sections[i % sections.length] += line;
    size += line.length;
  }
  return `# Memory\n\n${sections.join('\n')}`;
}

function dayNote(say, date, entries) {
  let text = `# ${date}\n`;
  for (let i = 0; i < entries; i++) {
    if (i % 20 === 0) text += `\n## Session ${date} ${String(9 + i / 20).padStart(2, '0')}:${say.number(10, 59)}\n\n`;
    text += `- ${say.sentence()}${say.chance(0.3) ? ` #${say.one(TAGS)}` : ''} ^${say.id()}\n`;
  }
  return text;
}

function speaker(seed) {
  const random = mulberry(seed);
  const one = (words) => words[Math.floor(random() * words.length)];
  const number = (from, to) => from + Math.floor(random() * (to - from + 1));
  const known = [];
  /** New names keep coming, ever more slowly, as they do in a growing project. */
  const name = () => {
    if (known.length > 40 && random() > 0.08) return known[Math.floor(random() ** 2 * known.length)];
    const fresh = one(PARTS) + capital(one(NOUNS)) + (random() < 0.5 ? capital(one(VERBS)) : number(1, 999));
    known.push(fresh);
    return fresh;
  };
  const holes = {
    person: () => one(PEOPLE),
    part: () => one(PARTS),
    noun: () => one(NOUNS),
    verb: () => one(VERBS),
    mood: () => one(MOODS),
    place: () => one(PLACES),
    number: () => String(number(1, 5000)),
    ident: () => (random() < 0.5 ? name() : `${one(PARTS)}_${one(NOUNS)}`),
    file: () => `src/${one(PARTS)}/${random() < 0.3 ? name() : one(NOUNS)}.ts`,
    why: () => fill(one(WHYS)),
  };
  const fill = (pattern) => pattern.replace(/\{(\w+)\}/g, (_, hole) => holes[hole]());
  return {
    fill,
    one,
    number,
    chance: (share) => random() < share,
    sentence: () => fill(one(SENTENCES)) + (random() < 0.35 ? `, ${fill(one(SENTENCES))}` : ''),
    id: () => Array.from({ length: 11 }, () => '0123456789abcdefghjkmnpqrstvwxyz'[number(0, 31)]).join(''),
    slip: (text) => {
      const words = text.split(' ');
      const at = words.reduce((best, word, i) => (word.length > words[best].length ? i : best), 0);
      const cut = number(1, words[at].length - 2);
      words[at] = words[at].slice(0, cut) + words[at].slice(cut + 1);
      return words.join(' ');
    },
  };
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function mulberry(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [dir, entries = '1000', seed = '1'] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(makeVault(dir, Number(entries), Number(seed)))}\n`);
}
