/* What people, programs and crashes leave where notes and state are expected (trust.md §8 T17), each with a name. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inState, stateOf } from '../support/store-root.js';
import { FULL, type Workspace } from '../support/workspace.js';

/** Bytes of a note, or how to put something there that is none. */
export type Shape = string | Uint8Array | ((path: string, root: string) => void);

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Shapes of a note, by name. */
export const NOTES: Readonly<Record<string, Shape>> = {
  empty: '',
  'a blank': ' ',
  'blank lines': '\n\n\n\n',
  'no final newline': '# Memory\n\n## Decisions\n\n- one',
  'a byte order mark': '\ufeff# Memory\n\n- one\n',
  'a byte order mark alone': '\ufeff',
  'two byte order marks': '\ufeff\ufeff# Memory\n',
  CRLF: '# Memory\r\n\r\n## Decisions\r\n\r\n- one\r\n',
  'a lone CR': '# Memory\r\r## Decisions\r\r- one\r',
  'mixed line endings': '# Memory\r\n\n## Decisions\r- one\n- two\r\n',
  'form feeds and line separators': '# Memory\f\n- one\u2028two\u2029three\u0085four\n',
  'UTF-16': utf16('# Memory\n\n- one\n'),
  'UTF-16, big end first': Buffer.from(utf16('# Memory\n\n- one\n')).swap16(),
  'Latin-1': latin1('# Mémoire\n\n- où\n'),
  'an overlong encoding': latin1('# Memory\n\n- \xc0\xaf\n'),
  'half a character': latin1('# Memory\n\n- \xe2\x82'),
  'a lone surrogate': latin1('# Memory\n\n- \xed\xa0\x80\n'),
  'NUL bytes': '# Memory\n\n- a\0b\0\n',
  'a hole of NUL': new Uint8Array(4096),
  'control characters': '# Memory\n\n- \u0001\u0007\u001b[31mred\u007f\n',
  'bidirectional controls': '# Memory\n\n- \u202enwod edispu\u202c \u2066x\u2069\n',
  binary: Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256),
  'an image': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'a line of 1 MB': `# Memory\n\n- ${'x'.repeat(1 << 20)}\n`,
  'a line of 10 MB': `# Memory\n\n- ${'word '.repeat(2 << 20)}\n`,
  'very many lines': '- one more\n'.repeat(FULL ? 100_000 : 5000),
  '`*a_ ` × 8000': `# Memory\n\n- ${'*a_ '.repeat(8000)}\n`,
  'very many brackets': `# Memory\n\n${'['.repeat(FULL ? 20_000 : 5000)}\n`,
  'backticks of all lengths': Array.from({ length: 400 }, (_, i) => '`'.repeat(i + 1)).join(' '),
  '4000 nested lists': `${'- '.repeat(4000)}x\n`,
  '4000 nested quotes': `${'>'.repeat(4000)} x\n`,
  'lists that step in': Array.from({ length: FULL ? 600 : 120 }, (_, i) => `${'  '.repeat(i)}- ${i}`).join(
    '\n',
  ),
  'a fence that never ends': '# Memory\n\n```js\n## Decisions\n\n- one\n',
  'a comment that never ends': '# Memory\n\n<!-- a person began\n\n## Decisions\n\n- one\n',
  'HTML that never ends': '# Memory\n\n<script>\n\n## Decisions\n\n- one\n',
  'two headings alike': '# Memory\n\n## Decisions\n\n- one\n\n## Decisions\n\n- two\n',
  'a heading in a quote': '# Memory\n\n> ## Decisions\n>\n> - one\n',
  'a setext heading behind a definition': '[a]: /u\nDecisions\n---\n\n- one\n',
  'front matter': '---\ntitle: x\n---\n# Memory\n\n- one\n',
  'front matter twice': '---\ntitle: x\n---\n---\ntitle: y\n---\n# Memory\n\n- one\n',
  'front matter that never ends': '---\ntitle: x\n# Memory\n\n- one\n',
  'front matter that is no YAML': '---\n: [}\n\t- x\n---\n# Memory\n',
  'front matter full of aliases': `---\na: &a [x]\n${'b: [*a, *a, *a, *a, *a, *a, *a, *a]\n'.repeat(50)}---\n# Memory\n`,
  'front matter with a prototype': '---\n__proto__: {polluted: true}\nconstructor: x\n---\n# Memory\n',
  'conflict marks of git': '# Memory\n\n<<<<<<< HEAD\n- one\n=======\n- two\n>>>>>>> side\n',
  'the same id twice': '# Memory\n\n## Decisions\n\n- one ^61k0y5k9xfs\n- two ^61k0y5k9xfs\n',
  'ids that are none': '# Memory\n\n- one ^\n- two ^-\n- three ^^61k0y5k9xfs^\n',
  'links to nowhere': '# Memory\n\n- one [[../../etc/passwd#^x]] [[]] [[#]] [[a|b|c]]\n',
  'a block that never ends': '# Memory\n\n<!-- MIND:CONTEXT -->\n- one\n',
  'a block that never began': '# Memory\n\n- one\n<!-- MIND:END -->\n',
  'a folder': (path) => mkdirSync(path),
  'a folder with a note in it': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'inner.md'), '# Inner\n');
  },
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to nothing': (path) => symlinkSync('nowhere.md', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link out of the workspace': (path, root) => symlinkSync(join(root, '../outside.md'), path),
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  'a hard link to a file elsewhere': (path, root) => linkSync(join(root, '../outside.md'), path),
  'a sparse file of 1 GB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 1 << 30);
  },
};

const TEN_YEARS = 10 * 365 * 86_400_000;

/** What may have become of the state folder and the settings, by name. */
export const STATES: Readonly<Record<string, (bench: Workspace) => void>> = {
  'signal.json is empty': ({ write }) => write('.daybook/signal.json', ''),
  'signal.json is half': ({ write }) => write('.daybook/signal.json', '{"lastActivity":17'),
  'signal.json is binary': ({ write }) => write('.daybook/signal.json', new Uint8Array(300)),
  'signal.json is a list': ({ write }) => write('.daybook/signal.json', '[1,2]'),
  'signal.json says 0': ({ write }) => write('.daybook/signal.json', '{"lastActivity":"0"}'),
  'signal.json says never': ({ write }) => write('.daybook/signal.json', '{"lastActivity":null}'),
  'signal.json comes from the future': ({ write }) =>
    write('.daybook/signal.json', JSON.stringify({ lastActivity: Date.UTC(2026, 5, 7) + TEN_YEARS })),
  'signal.json is gone': ({ root }) => rmSync(join(root, '.daybook/signal.json')),
  'the caches are binary': (bench) => {
    for (const name of ['catalogue', 'catalogue.bin', 'ledger.json', 'settings.json', 'tokens.json'])
      bench.write(inState(bench.root, `cache/${name}`), new Uint8Array(2000));
  },
  'the caches are half': (bench) => {
    for (const name of ['catalogue', 'ledger.json', 'settings.json', 'tokens.json'])
      bench.write(inState(bench.root, `cache/${name}`), '{"a":[1,');
  },
  'the cache is a file': ({ root, write }) => {
    rmSync(stateOf(root, 'cache'), { recursive: true });
    write(inState(root, 'cache'), 'x');
  },
  'the cache is gone': ({ root }) => rmSync(stateOf(root, 'cache'), { recursive: true }),
  'the journal is empty': ({ root, write }) => write(inState(root, 'keep/journal.jsonl'), ''),
  'the journal is half': (bench) => {
    const path = inState(bench.root, 'keep/journal.jsonl');
    bench.write(path, bench.read(path).slice(0, -40));
  },
  'the journal is binary': ({ root, write }) =>
    write(inState(root, 'keep/journal.jsonl'), new Uint8Array(5000).fill(200)),
  'the journal was made CRLF': (bench) => {
    const path = inState(bench.root, 'keep/journal.jsonl');
    bench.write(path, bench.read(path).replaceAll('\n', '\r\n'));
  },
  'the journal is gone': ({ root }) => rmSync(stateOf(root, 'keep/journal.jsonl')),
  'the spool holds rubbish': (bench) => {
    bench.write(inState(bench.root, 'keep/spool/log-1.json'), '{"id":');
    bench.write(inState(bench.root, 'keep/spool/log-2.json'), '{"id":"../../x","verb":"log"}');
    bench.write(
      inState(bench.root, 'keep/spool/log-3.json'),
      '{"id":"log-3","verb":"nothing","input":{},"now":1}',
    );
    bench.write(inState(bench.root, 'keep/spool/log-4.want'), 'x');
  },
  'the spool holds a request without words': ({ root, write }) =>
    write(
      inState(root, 'keep/spool/log-5.json'),
      '{"id":"log-5","verb":"log","input":null,"now":1,"seed":"x"}',
    ),
  'the images are gone': ({ root }) => rmSync(stateOf(root, 'keep/images'), { recursive: true }),
  'the lock is empty': ({ write }) => write('.daybook/locks/store.lock', ''),
  'the lock is rubbish': ({ write }) => write('.daybook/locks/store.lock', '{"pid":"x"'),
  'the state folder is gone': ({ root }) => rmSync(join(root, '.daybook'), { recursive: true }),
  'daybook.yaml is empty': ({ write }) => write('daybook.yaml', ''),
  'daybook.yaml is binary': ({ write }) => write('daybook.yaml', new Uint8Array(500).fill(129)),
  'daybook.yaml is UTF-16': ({ write }) => write('daybook.yaml', utf16('timezone: UTC\n')),
  'daybook.yaml is no YAML': ({ write }) => write('daybook.yaml', 'a: [}\n\t: x\n'),
  'daybook.yaml is a bomb': ({ write }) =>
    write('daybook.yaml', `a: &a [1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${'*b,'.repeat(99)}*b]\n`),
  'daybook.yaml is 1 MB': ({ write }) => write('daybook.yaml', `# ${'x'.repeat(1 << 20)}\n`),
  'daybook.yaml leads out': ({ write }) => write('daybook.yaml', 'content: ../../elsewhere\n'),
};
