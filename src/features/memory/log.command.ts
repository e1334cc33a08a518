import { defineCommand } from '../../command/define-command.js';
import { defineTextList } from '../../command/params.js';
import { LOGGABLE_TYPES } from '../../notes/entry-types.js';
import { PROOF_PARAMS } from '../guard/check-proof.js';
import { FACT_CHECK_PARAMS } from '../proofs/proved-entries.js';
import { planLog } from './log-statements.js';

/** Logs one entry at the home of its type; without a type it is read from the text, with a confidence (Mind). */
export const log = defineCommand({
  name: 'log',
  description: 'remember one thing; its type is read from the text',
  group: 'Every day',
  params: {
    text: {
      kind: 'text',
      positional: 'rest',
      required: true,
      readsText: true,
      description: 'what to remember: "decided X because Y", "TIL: X", "gotcha: X -> Y"',
    },
    type: {
      kind: 'text',
      choices: LOGGABLE_TYPES,
      description: `one of: ${LOGGABLE_TYPES.join(', ')}`,
      placeholder: 'TYPE',
    },
    why: { kind: 'text', description: 'the reason', placeholder: 'WHY' },
    tag: defineTextList('a tag; #key never fades', 'TAG'),
    file: defineTextList('a file that it is about', 'FILE'),
    from: {
      kind: 'text',
      description:
        'where it comes from: an id, a place such as sources/auth.md:12, or a link [[2026-06-07#^id]]',
      placeholder: 'SOURCE',
    },
    replaces: defineTextList('id of what it replaces', 'ID'),
    closes: defineTextList('id of the problem, blocker or question that it closes', 'ID'),
    ...PROOF_PARAMS,
    ...FACT_CHECK_PARAMS,
    branch: { kind: 'flag', description: 'note the git branch that is checked out' },
  },
  examples: [
    'daybook log "decided to keep sessions in Postgres because Redis lost them on restart"',
    'daybook log "the staging box rejects TLS 1.1" --type gotcha --tag key',
  ],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  updatesBlock: true,
  plan: planLog,
});
