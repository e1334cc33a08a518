/** The library: everything that the faces do, typed. */

export { keepHeapSmall } from './heap.js';
export { type House, type Moment, openHouse, type Start } from './house.js';
export { type Compressed, ConstraintCompressor, compressLayer2 } from './lifecycle/compress.js';
export { type Signals, type Trigger, triggerOf, triggerRow } from './lifecycle/triggers.js';
export type { Hit, Hits, Query } from './recall/query.js';
export { WEIGHTS, type Weights } from './recall/ranking/weights.js';
export type { Language } from './recall/words/language.js';
export { languageNamed } from './recall/words/languages.js';
export { type Result, run } from './run.js';
export { createSearch, type Search, type SearchNote, type SearchOptions } from './search.js';
export {
  type Agent,
  type Beginning,
  type Context,
  openSession,
  resume,
  type Session,
  type SessionPlace,
} from './session.js';
export type { Files, SessionEntry, Todo } from './sessions/entry.js';
export type { Message } from './sessions/message.js';
export type { Label, SessionState } from './sessions/state.js';
export { LIST as VERB_NAMES, VERBS } from './verbs/index.js';
export { type Outcome, Refusal, type Verb } from './verbs/verb.js';
export type { Change } from './wiki/change.js';
export type { Entry } from './wiki/entry.js';
export type { Note } from './wiki/note.js';
