/** Words that are no commands, and the command lines that do what they mean; `…` stands for the typed words. */
export const OTHER_WORDS: readonly {
  readonly words: readonly string[];
  readonly lines: readonly (readonly [purpose: string, line: string])[];
}[] = [
  {
    words: ['add', 'note', 'write', 'remember', 'store', 'put', 'jot', 'append', 'capture'],
    lines: [['to remember something', 'log …']],
  },
  {
    words: ['new', 'create', 'make'],
    lines: [
      ['to remember something', 'log …'],
      ['to create a page', 'page new …'],
    ],
  },
  {
    words: ['ban', 'forbid', 'avoid', 'block', 'veto'],
    lines: [['to warn agents of it from now on', 'reject …']],
  },
  {
    words: ['decide', 'decision'],
    lines: [['to remember a decision', 'log … --type decision']],
  },
  { words: ['learn', 'learned', 'til'], lines: [['to remember a learning', 'log … --type learning']] },
  { words: ['rule'], lines: [['to keep a rule', 'log … --type rule']] },
  { words: ['fact'], lines: [['to keep a fact', 'log … --type fact']] },
  { words: ['preference', 'prefer'], lines: [['to keep a preference', 'log … --type preference']] },
  {
    words: [
      'list',
      'ls',
      'all',
      'entries',
      'notes',
      'recent',
      'latest',
      'find',
      'grep',
      'query',
      'lookup',
      'get',
      'ask',
    ],
    lines: [['to find entries, or list the newest', 'search …']],
  },
  { words: ['version', 'ver'], lines: [['to print the version', '--version']] },
  { words: ['tags', 'tag'], lines: [['to find entries with a tag', 'search --tag …']] },
  {
    words: ['open', 'show', 'cat', 'print'],
    lines: [
      ['to show a page', 'page show …'],
      ['to find entries', 'search …'],
      ['to read in a browser', 'serve'],
    ],
  },
  {
    words: ['read'],
    lines: [
      ['to show a page', 'page show …'],
      ['to read a document into the notes', 'ingest …'],
    ],
  },
  {
    words: ['delete', 'remove', 'rm', 'del', 'erase', 'drop'],
    lines: [['to take out an entry and what was made of it', 'forget …']],
  },
  {
    words: ['purge', 'wipe', 'redact', 'censor', 'secret', 'filter-branch', 'filter-repo'],
    lines: [['to erase a text for ever, from the history too', 'scrub …']],
  },
  { words: ['checkout', 'undelete', 'unforget'], lines: [['to get a note back', 'restore …']] },
  {
    words: ['gc', 'prune', 'tidy', 'clean', 'maintenance'],
    lines: [['to archive what is old', 'cron run retention']],
  },
  { words: ['revert', 'rollback', 'back', 'reset'], lines: [['to undo the last change', 'undo']] },
  { words: ['changes', 'changelog', 'commits', 'activity'], lines: [['to list the changes', 'history']] },
  {
    words: ['edit', 'change', 'update', 'modify', 'reword'],
    lines: [['to change an entry', 'amend … --text TEXT']],
  },
  { words: ['rename', 'move', 'mv'], lines: [['to rename a page', 'page rename …']] },
  { words: ['pin', 'star', 'keep'], lines: [['to keep an entry from fading', 'amend … --pin']] },
  { words: ['verify', 'confirm'], lines: [['to confirm that an entry still holds', 'amend … --verify']] },
  {
    words: ['todo', 'todos', 'task', 'tasks'],
    lines: [
      ['to note what is to be done', 'log … --type todo'],
      ['to list what is to be done', 'remind'],
    ],
  },
  {
    words: ['snooze', 'postpone', 'delay', 'defer', 'later'],
    lines: [['to move a reminder', 'remind --snooze … --until tomorrow']],
  },
  { words: ['accept', 'approve'], lines: [['to accept a proposal', 'inbox accept …']] },
  { words: ['decline', 'dismiss'], lines: [['to decline a proposal', 'inbox decline …']] },
  { words: ['proposals', 'pending', 'review'], lines: [['to list the proposals', 'inbox']] },
  {
    words: ['reminder', 'due', 'alarm'],
    lines: [['to set a reminder', 'remind … --when tomorrow']],
  },
  {
    words: ['finish', 'complete', 'resolve', 'end'],
    lines: [['to end a reminder or close a problem', 'done …']],
  },
  { words: ['brief', 'load-context', 'prime'], lines: [['to load what matters now', 'recall …']] },
  {
    words: ['mistake', 'correct', 'correction'],
    lines: [['to record a mistake', 'feedback add --mistake …']],
  },
  { words: ['error', 'solve', 'repair'], lines: [['to find what made an error go away', 'fix …']] },
  { words: ['problem', 'bug', 'issue'], lines: [['to remember a problem', 'log … --type problem']] },
  { words: ['today', 'diary', 'daily', 'calendar'], lines: [['to show what happened on a day', 'day']] },
  { words: ['explain', 'origin'], lines: [['to explain an entry', 'why …']] },
  {
    words: ['backlinks', 'graph', 'orphans', 'broken', 'link'],
    lines: [
      ['to show links', 'links …'],
      ['to find broken ones', 'lint'],
    ],
  },
  {
    words: ['ci', 'gate', 'precommit', 'pre-commit'],
    lines: [['to check a change against memory', 'check main..HEAD']],
  },
  {
    words: ['solved', 'solution', 'lesson'],
    lines: [['to remember what helped', 'log … --type learning']],
  },
  {
    words: ['check', 'test', 'health', 'verify-store'],
    lines: [
      ['to check this installation', 'doctor'],
      ['to check the notes', 'lint'],
    ],
  },
  { words: ['setup', 'install', 'begin', 'enable'], lines: [['to create a workspace', 'init']] },
  { words: ['deinit'], lines: [['to take out the integrations', 'uninstall']] },
  {
    words: ['disable', 'stop', 'mute', 'silence', 'pause', 'quiet'],
    lines: [
      ['to switch it off for one agent session', 'config agents off --session ID'],
      ['to take out the integrations', 'uninstall'],
    ],
  },
  {
    words: ['settings', 'setting', 'set', 'options', 'preferences'],
    lines: [['to show the settings', 'config']],
  },
  { words: ['web', 'ui', 'browse', 'browser', 'gui'], lines: [['to read in a browser', 'serve']] },
  {
    words: ['server', 'start'],
    lines: [
      ['to start the server for agents', 'mcp'],
      ['to start the jobs', 'cron start'],
    ],
  },
  { words: ['push', 'pull', 'share', 'clone'], lines: [['to share with others', 'sync']] },
  { words: ['backup', 'dump'], lines: [['to write everything to files', 'export --format json']] },
  {
    words: ['snapshot'],
    lines: [
      ['to save the state of the work', 'save'],
      ['to list saved states', 'load --list'],
    ],
  },
  {
    words: ['stash', 'park'],
    lines: [['to save the state of the work', 'save']],
  },
  {
    words: ['transfer', 'delegate', 'handover', 'pass'],
    lines: [['to write a hand-off', 'handoff --goal … --outcome complete']],
  },
  {
    words: ['resume', 'continue'],
    lines: [['to load a saved state', 'load']],
  },
  { words: ['where', 'root', 'pwd'], lines: [['to show which workspace is used', 'status']] },
  { words: ['info', 'stats', 'summary', 'state'], lines: [['to show the state', 'status']] },
  {
    words: ['handoff add', 'handoff new', 'handoff write'],
    lines: [['to write a hand-off', 'handoff --goal … --outcome complete']],
  },
  { words: ['inbox show', 'inbox open'], lines: [['to list the proposals', 'inbox']] },
  { words: ['commands', 'man', 'usage', '?'], lines: [['to list all commands', '--help --all']] },
];

/** Words that name actions in other programs, in groups of equal meaning; the first group of a word counts most. */
export const OTHER_ACTIONS: readonly (readonly string[])[] = [
  ['new', 'create', 'make'],
  ['add', 'new', 'create', 'make', 'write', 'append', 'put'],
  ['list', 'ls', 'all'],
  ['show', 'open', 'view', 'cat', 'read', 'get', 'print'],
  ['remove', 'rm', 'delete', 'del', 'drop', 'clean', 'clear', 'erase'],
  ['rename', 'mv', 'move'],
  ['replace', 'edit', 'change', 'update', 'set'],
  ['done', 'finish', 'complete', 'close', 'resolve', 'applied'],
  ['snooze', 'later', 'postpone', 'delay'],
  ['run', 'start', 'exec', 'trigger', 'do'],
  ['check', 'find', 'search'],
  ['accept', 'approve', 'yes', 'ok'],
  ['decline', 'reject', 'no', 'deny'],
  ['stats', 'status', 'info', 'summary'],
];

/** Names that options have in other programs, and ours. */
export const OTHER_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  because: ['why'],
  reason: ['why'],
  since: ['after', 'since'],
  from: ['after', 'since'],
  until: ['before', 'when'],
  to: ['before'],
  max: ['limit', 'budget'],
  count: ['limit', 'last'],
  top: ['limit'],
  number: ['limit'],
  label: ['tag'],
  category: ['type'],
  section: ['type'],
  date: ['when', 'at', 'after'],
  at: ['when'],
  due: ['when'],
  on: ['when'],
  repeat: ['every'],
  path: ['file'],
  force: ['yes'],
  y: ['yes'],
  instead: ['alternative'],
  goal: ['objective'],
};
