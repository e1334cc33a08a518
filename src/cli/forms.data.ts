/** What is typed for what runs: forms of the visible commands, and names of earlier versions. Words in capitals are the user's; `…` is whatever follows. */
export const FORMS: readonly { readonly typed: string; readonly runs: string; readonly about: string }[] = [
  { typed: 'inbox settle', runs: 'checkpoint', about: 'settle what is pending: answers, session, comments' },
  { typed: 'recall --write', runs: 'context', about: 'write the context block of CLAUDE.md or AGENTS.md' },
  {
    typed: 'save --phase PHASE',
    runs: 'checkpoint',
    about: 'save where a task is: phase, findings, next step',
  },
  { typed: 'save --conversation', runs: 'snap', about: 'save what the conversation said, in a few words' },
  { typed: 'handoff finding', runs: 'finding', about: 'record what an agent found for a task; merge them' },
  { typed: 'sync --resolve', runs: 'merge', about: 'settle merged notes entry by entry' },
  { typed: 'verify', runs: 'cron run verify', about: 'run the proofs of facts that you confirmed' },
  { typed: 'reminders', runs: 'remind', about: 'list the reminders' },
  { typed: 'reminders --all', runs: 'remind', about: 'list also those that are done' },
  { typed: 'reminders --for TEXT', runs: 'remind', about: 'list what is due, and what waits for this topic' },
  { typed: 'reminders list …', runs: 'remind', about: 'list the reminders' },
  { typed: 'reminders add …', runs: 'remind', about: 'set a reminder' },
  { typed: 'reminders done …', runs: 'done', about: 'end a reminder' },
  { typed: 'reminders snooze …', runs: 'remind --snooze', about: 'move a reminder to another time' },
  { typed: 'edges …', runs: 'guard --intent', about: 'show what is known about what you are about to do' },
  { typed: 'edges add …', runs: 'log --type=gotcha', about: 'record a gotcha' },
  { typed: 'blocker …', runs: 'log --type=blocker', about: 'record what stops progress' },
  { typed: 'session …', runs: 'recall --session', about: 'show the working session' },
  { typed: 'snapshots …', runs: 'load --list', about: 'list the saved states; clean or count them' },
  { typed: 'recover …', runs: 'load --recover', about: 'continue from the newest note of a task' },
  { typed: 'redo …', runs: 'undo --redo', about: 'revert an undo' },
  { typed: 'diff …', runs: 'history --diff', about: 'show what one change did, as a unified diff' },
  { typed: 'which …', runs: 'status', about: 'show the root of the workspace and how it was found' },
  { typed: 'off …', runs: 'config agents off', about: 'switch Daybook off for one agent session' },
  { typed: 'on …', runs: 'config agents on', about: 'switch it on again' },
  { typed: 'close …', runs: 'done', about: 'end a todo or reminder, or close a problem' },
];

/** Other names whose visible command does the same itself. */
export const SAME_COMMANDS: Readonly<Record<string, string>> = {
  cleanup: 'cron run cleanup',
  journal: 'cron run journal',
  verify: 'cron run verify',
};
