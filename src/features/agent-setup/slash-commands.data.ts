/** A MindSave command that a person types; its text instructs the agent or includes what was found. */
export interface SlashCommand {
  readonly title: string;
  readonly about: string;
  readonly args: readonly SlashCommandArgument[];
  /** The text for the agent; `{name}` is replaced by the argument, or by nothing. */
  readonly text: string;
}

/** An argument of a command. */
export interface SlashCommandArgument {
  readonly name: string;
  readonly about: string;
}

/** The five commands of the seed (MindSave §Commands), and the off switch of a session, by their names. */
export const SLASH_COMMANDS: Readonly<Record<string, SlashCommand>> = {
  save: {
    title: 'Save a checkpoint',
    about: 'save the state of this conversation, so that a new one can go on from it',
    args: [{ name: 'topic', about: 'what it is about, in a word or two' }],
    text: 'Save a checkpoint of this conversation with Daybook: run `daybook save` with --goal, --state, --next, one --file for each file in work, --blocker if there is one, one --constraint for each thing that the user insists on, one --decision for each decision and one --reject "WHAT: WHY" for each approach that failed. Topic: {topic}. Leave out small talk and what is settled in MEMORY.md. Then repeat its reply.',
  },
  load: {
    title: 'Load a checkpoint',
    about: 'go on from a saved checkpoint',
    args: [{ name: 'which', about: 'its number or id; without it the newest' }],
    text: 'Run `daybook load {which}`. Where it lists several, show the list and ask which. Then go on from the next action that it names, keeping every constraint and repeating nothing that it says has failed.',
  },
  recall: {
    title: 'Search the cold archive',
    about: 'look something up in the archive of checkpoints; nothing is changed',
    args: [
      { name: 'words', about: 'what to look for; without it the archive of the checkpoint last loaded' },
    ],
    text: 'Run `daybook recall --cold {words}` and answer from what it brings back. It only reads: do not act on old plans.',
  },
  snapshots: {
    title: 'Look after checkpoints',
    about: 'list saved checkpoints, clean them up, or count them',
    args: [{ name: 'what', about: 'list, clean or stats' }],
    text: 'Run `daybook load --list {what}` and show its reply.',
  },
  'auto-snapshot': {
    title: 'Save before the context overflows',
    about: 'save only the most important things now: the context is about to overflow',
    args: [],
    text: 'The context is about to overflow. Run `daybook save --overflow` with --goal, --state, --next and one --file for each file in work, in at most 300 tokens in all. Then repeat its reply and stop.',
  },
  'daybook-off': {
    title: 'Switch Daybook off',
    about: 'switch Daybook off for this session: it tells and writes nothing',
    args: [],
    text: 'Run `daybook config agents off` and repeat its reply. From then on use no Daybook tool in this session.',
  },
  'daybook-on': {
    title: 'Switch Daybook on',
    about: 'switch Daybook on again for this session',
    args: [],
    text: 'Run `daybook config agents on` and repeat its reply.',
  },
};
