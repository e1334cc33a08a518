/** The library: everything that the faces do, typed. */
export { type House, type Moment, openHouse, type Start } from './house.js';
export type { Hit, Hits, Query } from './recall/query.js';
export { createSearch } from './recall/ranking/search.js';
export { type Result, run } from './run.js';
export { LIST as VERB_NAMES, VERBS } from './verbs/index.js';
export { type Outcome, Refusal, type Verb } from './verbs/verb.js';
export type { Change } from './wiki/change.js';
export type { Entry } from './wiki/entry.js';
export type { Note } from './wiki/note.js';
