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
