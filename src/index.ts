/** The library: everything that the interfaces do, with types. */

export { COMMAND_NAMES, COMMANDS } from './app/command-registry.js';
export { type CommandResult, executeCommand } from './app/execute.js';
export type { Invocation } from './app/invocation.js';
export type { RequestContext } from './app/read-view.js';
export { openRuntime, type Runtime } from './app/runtime.js';
export { type Command, type CommandPlan, UserError } from './command/define-command.js';
export {
  getTrigger,
  type SaveTrigger,
  selectTrigger,
  type TriggerSignals,
} from './features/auto-save/save-triggers.js';
export {
  type CompressedConstraints,
  ConstraintCompressor,
  compressLayer2,
} from './features/constraints/compress-constraints.js';
export type { Change } from './notes/changes/change.js';
export type { Entry } from './notes/entries/entry.js';
export type { Note } from './notes/note.js';
export { ERROR_SCHEMA, getOutputSchema } from './output/schemas/index.js';
export type { ObjectSchema, Schema } from './output/schemas/schema.js';
export { limitHeapGrowth } from './platform/heap.js';
export * from './public-api/commands.js';
export { type RunInput, type RunOptions, type RunResult, run } from './public-api/run-command.js';
export {
  createSearch,
  type Search,
  type SearchableNote,
  type SearchOptions,
} from './public-api/search-notes.js';
export {
  type AgentContext,
  type ModelContext,
  type OpenSessionOptions,
  openSession,
  resumeSession,
  type Session,
  type SessionLocation,
} from './public-api/session.js';
export type { SearchHit, SearchQuery, SearchResults } from './search/query.js';
export { RANKING_WEIGHTS, type RankingWeights } from './search/ranking/ranking-weights.js';
export type { Language } from './text/language.js';
export { findLanguage } from './text/other-languages.js';
export type { SessionEntry, SessionFiles, Todo } from './transcripts/entry.js';
export type { Message } from './transcripts/message.js';
export type { EntryLabel, SessionState } from './transcripts/session-state.js';
