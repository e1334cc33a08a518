/* Notes for the browser stories. */

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '![x](http://127.0.0.1:9/x.png)',
  '<style>body{display:none}</style>',
  '<base href="http://127.0.0.1:9/">',
  '<form action="http://127.0.0.1:9/"><button>x</button></form>',
  '[[x|<img src=x onerror=alert(1)>]]',
];

/** A small memory, a page and a hostile note. */
export const FILES = {
  'content/MEMORY.md': [
    '# Memory\n\n## Decisions\n',
    '- keep sessions in SQLite — one file is easy to copy ^61k0y5k9xfs',
    '- the parser is written by hand #parser ^61k0y5k9xft',
    '\n## Problems\n',
    '- the export is slow on big forms ^61k0y5k9xfv',
    '\n## Gotchas\n',
    '- the staging box rejects TLS 1.1 ^61k0y5k9xfw\n',
  ].join('\n'),
  'content/bank.md': '# Bank\n\n## How files arrive\n\nBy mail, see [[MEMORY]].\n',
  'content/hostile.md': `# Hostile\n\n${HOSTILE.join('\n\n')}\n`,
};

/** Ids of entries in `FILES`. */
export const IDS = {
  sessions: '61k0y5k9xfs',
  parser: '61k0y5k9xft',
  export: '61k0y5k9xfv',
  staging: '61k0y5k9xfw',
};

/** The day so many days ago. */
export const formatDay = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
export const LAST_MONTH = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
const TABLE = '| Step | Owner |\n| --- | --- |\n| build the oven | Ada |\n';

/** A folder of 1,000 notes: a memory, days, people, and pages that link to each other. */
export const FOLDER: Readonly<Record<string, string>> = {
  'content/MEMORY.md': [
    '# Memory\n\n## Decisions\n',
    `- export invoices as CSV — the accountants asked #billing [at:: ${LAST_MONTH}-09] [by:: ada] ^61k0y5k9xfs`,
    '\n## Problems\n',
    '- the mailer drops attachments [by:: bob] ^61k0y5k9xft',
    '\n## Gotchas\n',
    '- the staging box rejects TLS 1.1 ^61k0y5k9xfw\n',
  ].join('\n'),
  'content/REMINDERS.md': `# Reminders\n\n- [ ] ${formatDay(1)}T09:00 | absolute | renew the certificate ^61k0y5k9xg0\n`,
  'content/INBOX.md':
    '# Inbox\n\n## Proposals\n\n- [ ] keep «the month closes on its fourth working day», found in the context block of CLAUDE.md ^61jzz7a1b2c\n',
  'content/broken.md': '# Broken\n\n- one ^61k0y5k9xzz\n- two ^61k0y5k9xzz\n',
  'content/oven.md': `# Oven\n\nSee [[page 7]].\n\n${TABLE}`,
  [`content/${formatDay(0)}.md`]: 'met Ada\n\n- [ ] water the hive\n',
  [`content/${LAST_MONTH}-09.md`]: 'a day of last month\n',
  ...Object.fromEntries(
    Array.from({ length: 993 }, (_, at) => [
      `content/pages/page ${at}.md`,
      `# Page ${at}\n\nIt follows [[page ${at >> 1}]].\n\n- line ${at} of a long list\n`,
    ]),
  ),
};
