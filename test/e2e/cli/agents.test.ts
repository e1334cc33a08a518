// @module-tag full: 8 s of processor time
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { HOOKS } from '../../../src/features/agent-setup/hook-registrations.js';
import { createWorkspace, FULL } from '../../support/workspace.js';

const PLAIN = '{\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n';

/** Settings as people write them. */
const ODD: Readonly<Record<string, string>> = {
  plain: PLAIN,
  'one line': '{"a":1,"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"echo hi"}]}]}}',
  tabs: '{\n\t"a": {\n\t\t"b": [1, 2]\n\t}\n}',
  'CRLF and no end': '{\r\n    "hooks": {\r\n        "Stop": []\r\n    }\r\n}',
  'comments and commas':
    '// top\n{\n  /* a */ "a": 1, // one\n  "enabledMcpjsonServers": ["other",],\n}\n// end\n',
  'empty object': '{}',
  'empty object in lines': '{\n}\n',
  empty: '',
  'a mark at the start': '\uFEFF{\n  "a": 1\n}\n',
  'a status line of their own': '{\n  "statusLine": {"type": "command", "command": "mine"}\n}\n',
  'hooks of others':
    '{\n  "hooks": {\n    "SessionStart": [\n      { "matcher": "startup", "hooks": [{ "type": "command", "command": "other-memory hook SessionStart" }] }\n    ],\n    "UserPromptSubmit": []\n  }\n}\n',
};

const TOML: Readonly<Record<string, string>> = {
  'with servers': 'model = "gpt-5.5"\n\n[mcp_servers.other]\ncommand = "x"\n',
  'no end': '# mine\n[features]\nhooks = true',
  CRLF: 'a = 1\r\n[b]\r\nc = """\r\n[mcp_servers]\r\n"""\r\n',
};

const INIT = ['init', '--agent', 'claude,codex,gemini,opencode,cursor'];
const LOCAL = '.claude/settings.local.json';

/** Files of JSON that hold things of ours among things of theirs. */
const JSONS = [
  LOCAL,
  '.codex/hooks.json',
  '.mcp.json',
  '.gemini/settings.json',
  'opencode.json',
  '.cursor/hooks.json',
  '.cursor/mcp.json',
];

const PLUGIN = '.opencode/plugins/daybook.js';

/** What a text says without what is ours, in the parts that were there before. */
function keeps(before: string, after: string): void {
  const [old, now] = [parse(before.replace(/^\uFEFF/, '')) ?? {}, parse(after.replace(/^\uFEFF/, ''))];
  for (const [key, value] of Object.entries(old)) {
    if (Array.isArray(value)) expect(now[key]).toEqual(expect.arrayContaining(value));
    else if (key !== 'hooks') expect(now[key]).toEqual(value);
    else
      for (const [event, groups] of Object.entries(value as object))
        expect(now.hooks[event]).toEqual(expect.arrayContaining(groups));
  }
}

/** True where the letters of one text stand in another in their order: nothing was rewritten. */
function isWithin(inner: string, outer: string): boolean {
  let at = 0;
  for (const letter of inner) {
    at = outer.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

describe('init --agent and uninstall', () => {
  it.each(Object.entries(ODD))(
    'JSON, %s: theirs stays, twice is once, and uninstall gives the bytes back',
    async (_, text) => {
      const bench = createWorkspace(Object.fromEntries(JSONS.map((path) => [path, text])));
      const before = bench.files();
      const dry = await bench.run([...INIT, '--dry-run']);
      expect([dry.status, bench.files()]).toEqual([0, before]);
      expect((await bench.json(INIT)).created).toContain(LOCAL);
      const after = bench.files();
      for (const path of JSONS) {
        keeps(text, bench.read(path));
        if (text.trim() !== '') expect(isWithin(text, bench.read(path)), path).toBe(true);
      }
      expect(
        parse(bench.read(LOCAL).replace(/^\uFEFF/, '')).hooks.SessionStart.at(-1).hooks[0].args,
      ).toContain('NODE_EXTRA_CA_CERTS=');
      expect((await bench.json(INIT)).changes).toEqual([]);
      expect(bench.files()).toEqual(after);
      expect((await bench.run(['uninstall', '--yes'])).status).toBe(0);
      const { 'daybook.yaml': _marker, ...files } = before;
      expect(bench.files()).toEqual(expect.objectContaining(files));
      expect(Object.keys(bench.files()).filter((path) => path.startsWith('.') && !(path in before))).toEqual(
        [],
      );
    },
  );

  it.each(Object.entries(TOML))(
    'TOML, %s: one marked table at the end, and the bytes back',
    async (_, text) => {
      const bench = createWorkspace({
        '.codex/config.toml': text,
        'AGENTS.md': '# Rules\r\n\r\n- Speak plainly.',
      });
      const before = bench.files();
      await bench.json(INIT);
      expect(bench.read('.codex/config.toml').startsWith(text)).toBe(true);
      expect(bench.read('.codex/config.toml')).toContain('[mcp_servers.daybook]');
      expect(bench.read('AGENTS.md')).toContain('<!-- DAYBOOK:BEGIN -->\r\n');
      expect((await bench.json(INIT)).changes).toEqual([]);
      await bench.json(['uninstall', '--yes']);
      expect(bench.files()['.codex/config.toml']).toBe(before['.codex/config.toml']);
      expect(bench.files()['AGENTS.md']).toBe(before['AGENTS.md']);
    },
  );

  it('what others wrote since stays, and only our lines are removed', async () => {
    const bench = createWorkspace({ [LOCAL]: PLAIN });
    await bench.json(INIT);
    bench.write(LOCAL, bench.read(LOCAL).replace('"Bash(ls)"', '"Bash(ls)", "Bash(git log)"'));
    bench.write(
      '.mcp.json',
      bench.read('.mcp.json').replace('"daybook": {', '"other": {"command": "x"},\n    "daybook": {'),
    );
    bench.write(
      '.codex/hooks.json',
      bench.read('.codex/hooks.json').replace('"hooks": {', '"mine": 1,\n  "hooks": {'),
    );
    await bench.json(['uninstall', '--yes']);
    expect(parse(bench.read(LOCAL))).toEqual({ permissions: { allow: ['Bash(ls)', 'Bash(git log)'] } });
    expect(parse(bench.read('.mcp.json'))).toEqual({ mcpServers: { other: { command: 'x' } } });
    expect(parse(bench.read('.codex/hooks.json'))).toEqual({ mine: 1 });
  });

  it('for everybody: no path of this machine, and the other way leaves', async () => {
    const bench = createWorkspace();
    await bench.json(INIT);
    await bench.json([...INIT, '--shared']);
    const files = bench.files();
    expect(Object.keys(files)).toContain('.claude/settings.json');
    expect(Object.keys(files)).not.toContain(LOCAL);
    for (const path of ['.claude/settings.json', '.codex/config.toml', ...JSONS.slice(1)])
      expect(files[path]).not.toContain(process.execPath);
    await bench.json(['uninstall', '--yes']);
    expect(
      Object.keys(bench.files()).filter((path) =>
        /claude|codex|gemini|opencode|cursor|mcp|AGENTS/i.test(path),
      ),
    ).toEqual([]);
  });

  it('a file that is not JSON, and a server of the user, stay and are named', async () => {
    const broken = createWorkspace({ [LOCAL]: '{"a": ' });
    const refused = await broken.run(INIT);
    expect([refused.status, refused.err]).toEqual([
      1,
      expect.stringContaining(`${LOCAL} is not a JSON object`),
    ]);
    expect(broken.read(LOCAL)).toBe('{"a": ');
    const taken = createWorkspace({ '.codex/config.toml': '[mcp_servers.daybook]\ncommand = "mine"\n' });
    expect((await taken.run(INIT)).err).toContain('has a server `daybook` that is not ours');
    expect((await taken.run(['init', '--agent', 'aider'])).status).toBe(2);
  });

  it('a configuration of OpenCode with comments is used where there is one, and a heading of Cursor stays with what is theirs', async () => {
    const mine = '{\n  // mine\n  "model": "a/b",\n}\n';
    const bench = createWorkspace({ 'opencode.jsonc': mine });
    await bench.json(INIT);
    expect(bench.files()['opencode.json']).toBe(undefined);
    expect(parse(bench.read('opencode.jsonc')).mcp.daybook).toMatchObject({ type: 'local', enabled: true });
    bench.write(
      '.cursor/hooks.json',
      bench
        .read('.cursor/hooks.json')
        .replace('"hooks": {', '"hooks": {\n    "stop": [{ "command": "mine" }],'),
    );
    await bench.json(['uninstall', '--yes']);
    expect(bench.read('opencode.jsonc')).toBe(mine);
    expect(parse(bench.read('.cursor/hooks.json'))).toEqual({
      version: 1,
      hooks: { stop: [{ command: 'mine' }] },
    });
  });

  it('a plugin of ours is kept up to date, and one that is not ours is left alone and named', async () => {
    const bench = createWorkspace();
    await bench.json([...INIT, '--shared']);
    const shared = bench.read(PLUGIN);
    expect(shared).not.toContain(process.execPath);
    await bench.json(INIT);
    expect(bench.read(PLUGIN)).not.toBe(shared);
    expect(bench.read(PLUGIN)).toContain(process.execPath);
    const taken = createWorkspace({ [PLUGIN]: 'export const Mine = 1;\n' });
    expect((await taken.run(INIT)).err).toContain(`${PLUGIN} is not ours`);
    expect(taken.read(PLUGIN)).toBe('export const Mine = 1;\n');
  });

  it('random settings survive', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const settings = fc.dictionary(
      fc.string().filter((key) => !['hooks', '__proto__'].includes(key)),
      value,
      { maxKeys: 5 },
    );
    const seed = Number(process.env.DAYBOOK_TEST_SEED ?? 42);
    const runs = FULL ? 200 : 12;
    console.log(`settings: seed ${seed}, ${runs} runs`);
    await fc.assert(
      fc.asyncProperty(settings, fc.constantFrom(undefined, 1, 2, 4, '\t'), async (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        const bench = createWorkspace({ [LOCAL]: text });
        const { enabledMcpjsonServers } = object;
        if (enabledMcpjsonServers !== undefined) return;
        await bench.json(INIT);
        const { hooks, enabledMcpjsonServers: _added, statusLine, ...rest } = JSON.parse(bench.read(LOCAL));
        expect(Object.keys(hooks)).toEqual(Object.keys(HOOKS));
        expect(statusLine.command).toMatch(/ statusline$/);
        expect(rest).toEqual(JSON.parse(text));
        await bench.json(['uninstall', '--yes']);
        expect(bench.read(LOCAL)).toBe(text);
      }),
      { seed, numRuns: runs },
    );
  });
});
