// Makes a wiki of N entries that reads like a developer's days: the same bytes for the same seed, on every machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const list = (text) => text.trim().split(/\s+/);
const PEOPLE = list(
  'Anna Boris Chen Dalia Emre Farah Goran Hana Igor Jamila Kofi Lena Marco Nadia Otto Priya',
);
const PARTS =
  list(`parser scheduler cache router session queue worker indexer gateway billing search upload editor
  importer exporter login profile webhook mailer renderer tokenizer planner monitor backup migration dashboard
  pipeline registry resolver settings permissions notification payment inventory report crawler proxy sandbox`);
const NOUNS =
  list(`timeout retry deadlock race leak schema column transaction header cookie certificate payload
  buffer thread pool socket handshake redirect fixture snapshot mock assertion flag rollout container image volume
  secret token quota latency throughput memory disk latch index query cursor page batch offset checksum encoding
  locale timezone calendar invoice discount currency address avatar thumbnail stylesheet layout keyboard shortcut
  dialog tooltip banner menu sidebar chart legend axis filter sort export archive branch commit merge conflict
  review pipeline artifact runner coverage benchmark profile trace span metric alert incident runbook budget`);
const THINGS =
  list(`abstraction accordion account acknowledgement actor adapter aggregate alias allocation ambiguity
  animation annotation anomaly appendix approval argument array aspect asset attachment attribute audience autosave
  backlog badge balance bandwidth barrier baseline bearer bookmark boundary breadcrumb breakpoint bridge broadcast
  bucket bug bundle burst button bypass byte callback campaign candidate canvas capability carousel cascade catalog
  category channel chapter checkbox chunk circuit claim class cleanup clipboard clock closure clue codec cohort
  collation collector collision combo command comment compiler component composer concern condition connector
  consent constant consumer contact context contract contributor controller convention conversion coordinate corner
  correlation counter courier crash credential criterion cron culprit customer cycle daemon deadline debounce debt
  decoder default deletion delimiter delta demo dependency deployment descriptor detector device diagram dictionary
  diff digest dimension directory dispatcher distance distribution document domain door draft drawer driver drop
  duplicate duration echo edge effect element emitter encoder endpoint engine entity entry enum envelope epoch event
  exception exclusion executor expiry explanation exponent expression extension facade factory failover failure
  fallback fan favicon feature feed fence field file fingerprint firewall folder font footer form format fragment
  frame framework frequency function gap garbage gauge generator geometry glossary gradient grammar graph grid group
  guard guideline handler hash hazard heap heartbeat height helper hierarchy highlight hint history hook host icon
  identity image import increment indent inference inheritance injection input insight inspector instance integer
  integration intent interceptor interface interpreter interval invariant invitation isolation issue item iterator
  job journal jump junction kernel key label lambda lane language launcher layer leader lease ledger letter level
  lexer library licence lifecycle limit line link linter listener literal loader lock log logger loop macro mailbox
  manifest map margin marker mask matrix measure mediator member merchant message metadata method middleware milestone
  mirror mixin mode model module moment mutation name namespace navigation neighbour network node nonce note number
  object observer onboarding operand operation operator option order origin outage outlier output overflow overlay
  owner package padding pagination palette panel parameter parent partition partner password patch path pattern pause
  peer percentile permission persona pixel placeholder plugin pointer policy polling popup port portal position
  postmortem prefix preview price primitive priority probe procedure process producer product profiler project
  promise prompt property protocol prototype provider proxy publisher purchase quorum radius range rate ratio reader
  receipt recipe record recovery reducer reference refund region regression relation release reminder repository
  request requirement reservation resource response result revision rhythm risk robot role root rotation rounding
  route row rule sample scale scanner scenario scope score screen script scroll seat section seed segment selection
  selector semaphore sender sentinel sequence serializer series server service setting shadow shape shard share
  shelf shipment signal signature silence singleton size skeleton slider slot slug snippet source space spec spike
  spinner split sprint stack stage standard state statement statistic status step storage store story strategy stream
  string stub style subject subscriber suite summary supplier support surface survey swap switch symbol symptom sync
  syntax system tab table target task taxonomy team template tenant terminal test theme theory threshold ticket tier
  tile timeline timer title toggle topic track trade transaction transfer transform translation transport trash tree
  trigger tuple tutorial type union unit update upgrade usage user utility validator value variable variant vector
  vendor version vertex view visitor voice voucher wallet warehouse warning watcher widget width window wizard word
  workflow workspace wrapper writer zone`);
const VERBS =
  list(`fixed broke moved renamed removed added measured doubled halved replaced rewrote split merged
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
  '{ident} and {ident} share the {noun}: {verb} both, the {noun} of {ident} stays {mood}',
  'why does {ident} keep the {noun} when the {noun} is {mood}?',
  'read about {noun} and {noun} in the {part}; {ident} needs the same {noun}',
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
const MEMORY = [
  'Preferences',
  'Facts',
  'Rules',
  'Constraints',
  'Decisions',
  'Learnings',
  'Problems',
  'Progress',
  'Gotchas',
];
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

/** Returns queries for such a wiki: a whole question, two words, one word, one with a typo. */
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
    if (i % 20 === 0)
      text += `\n## Session ${date} ${String(9 + i / 20).padStart(2, '0')}:${say.number(10, 59)}\n\n`;
    text += `- ${say.sentence()}${say.chance(0.3) ? ` #${say.one(TAGS)}` : ''} ^${say.id()}\n`;
  }
  return text;
}

function speaker(seed) {
  const random = generator(seed);
  const one = (words) => words[Math.floor(random() * words.length)];
  const number = (from, to) => from + Math.floor(random() * (to - from + 1));
  const known = [];
  /** New names keep coming, ever more slowly, as they do in a growing project. */
  const name = () => {
    if (known.length > 40 && random() > 0.08) return known[Math.floor(random() ** 1.5 * known.length)];
    const fresh = one(PARTS) + capital(one(NOUNS)) + (random() < 0.5 ? capital(one(VERBS)) : number(1, 999));
    known.push(fresh);
    return fresh;
  };
  /** A word of a list by Zipf's law, more or less: few words are common, most are rare. */
  const often = (words) => words[Math.floor(words.length * random() ** 2.5)];
  const holes = {
    person: () => one(PEOPLE),
    part: () => (random() < 0.3 ? name() : one(PARTS)),
    noun: () => (random() < 0.35 ? one(NOUNS) : often(THINGS)),
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

/** Returns a seeded random generator. */
export function generator(seed) {
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
