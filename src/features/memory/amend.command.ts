import { defineCommand } from '../../command/define-command.js';
import { defineFlag, defineText, defineWord } from '../../command/params.js';
import { planAmendment } from './amend-entry.js';

/** Changes one entry of any author: its words, its state, or the day on which it was verified (FEATURES A12). */
export const amend = defineCommand({
  name: 'amend',
  description: 'change the text or state of one entry, or what replaces it',
  group: 'Keep',
  params: {
    id: defineWord('its id, ~handle or path:line, or a few of its words in quotes', { required: true }),
    text: defineText('what it says now'),
    done: defineFlag('it is done, or solved'),
    drop: defineFlag('it is no longer valid'),
    'supersede-by': defineText('the entry that takes its place', 'ID'),
    same: defineText('a newer entry that says the same', 'ID'),
    verify: defineFlag('it is still valid, as of today'),
    pin: defineFlag('never let it fade: adds the tag #key'),
    unpin: defineFlag('let it fade again: removes the tag #key'),
  },
  examples: [
    'daybook amend 61k0y5k9xfs --text "keep sessions in SQLite because it is one file"',
    'daybook amend 61k0y5k9xfs --verify',
    'daybook amend "keep the sessions in Redis" --supersede-by "sessions live in Postgres"',
  ],
  isTool: true,
  countsAsActivity: () => true,
  updatesBlock: true,
  plan: (ctx, { id, text, done, drop, verify, pin, unpin, same, 'supersede-by': supersedeBy }) =>
    planAmendment(ctx, id, { text, done, drop, verify, pin, unpin, same, supersedeBy }),
});
