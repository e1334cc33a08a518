// The inspector of the Model Context Protocol, by its command line: it lists every tool and calls each.
import assert from 'node:assert/strict';
import { join } from 'node:path';

export const about = 'the MCP inspector lists and calls every tool of both profiles, and reads a note';
export const packages = ['@modelcontextprotocol/inspector@2.12.0'];

/** What each tool is called with; one that is missing here is called with nothing, and may say what it needs. */
const WORDS = {
  mind_recall: ['query=sessions'],
  mind_log: ['msg=decided to keep sessions in Postgres because Redis lost them', 'type=decision'],
  mind_amend: ['id=keep sessions in Postgres', 'verify=true'],
  mind_search: ['query=sessions'],
  mind_blocker: ['desc=sessions are lost on restart'],
  mind_remind: ['msg=renew the certificate', 'when=tomorrow'],
  mind_edges: ['intent=change how sessions are kept'],
  mind_add_global_edge: ['msg=sed -i wants a suffix -> use -i.bak'],
  mind_edges_add: ['msg=the cache lies -> clear it'],
  mind_page_new: ['name=Sessions'],
  mind_page_show: ['name=Sessions'],
  mind_page_rename: ['name=Sessions', 'to=Where sessions live'],
  mind_links: ['orphans=true'],
  mind_diff: ['seq=1'],
  mind_memory_add: ['text=default branch: main'],
  memory: ['action=replace', 'target=memory', 'content=default branch: trunk'],
};

export async function check({ step, ask, run, workspace, modules, daybook }) {
  const project = workspace();
  const inspector = join(modules, '.bin', 'mcp-inspector');
  const inspect = (profile, ...args) => {
    const server = [process.execPath, daybook, 'mcp', '--profile', profile];
    const { status, stdout, stderr } = run(inspector, ['--cli', ...server, ...args], { cwd: project });
    assert.equal(status, 0, `${args.join(' ')}\n${stderr}${stdout}`);
    return JSON.parse(stdout);
  };
  /** What a tool says that is called with nothing: its reply, or what it needs, which the inspector takes for a failure. */
  const said = (profile, name) => {
    const server = [process.execPath, daybook, 'mcp', '--profile', profile];
    const { status, stdout, stderr } = run(
      inspector,
      ['--cli', ...server, '--method', 'tools/call', '--tool-name', name],
      { cwd: project },
    );
    assert.ok(status === 0 || stderr.includes('tool_is_error'), `${name}\n${stderr}${stdout}`);
    return stdout;
  };
  const call = (profile, name, words = []) =>
    inspect(
      profile,
      '--method',
      'tools/call',
      '--tool-name',
      name,
      ...words.flatMap((word) => ['--tool-arg', word]),
    );

  await step('tools/list of the profile mind: twelve', () => {
    const { tools } = inspect('mind', '--method', 'tools/list');
    assert.equal(tools.length, 12);
  });
  await step('tools/call of every tool of the profile mind', () => {
    for (const { name } of inspect('mind', '--method', 'tools/list').tools) {
      const reply = call('mind', name, WORDS[name]);
      assert.notEqual(reply.isError, true, `${name}: ${JSON.stringify(reply)}`);
      assert.equal(reply.structuredContent.ok, true, name);
    }
  });
  await step('tools/call of the rest of the profile full', () => {
    const { tools } = inspect('full', '--method', 'tools/list');
    assert.ok(tools.length > 20, String(tools.length));
    for (const { name } of tools.slice(12)) {
      if (name in WORDS) assert.equal(call('full', name, WORDS[name]).structuredContent.ok, true, name);
      else assert.match(said('full', name), /"type": ?"text"/, name);
    }
  });
  await step('resources and prompts are listed, and a note is read', () => {
    const { resources } = inspect('mind', '--method', 'resources/list');
    assert.ok(resources.some(({ uri }) => uri === 'daybook://notes/MEMORY.md'));
    const { contents } = inspect('mind', '--method', 'resources/read', '--uri', 'daybook://notes/MEMORY.md');
    assert.match(contents[0].text, /keep sessions in Postgres/);
    assert.ok(Array.isArray(inspect('mind', '--method', 'prompts/list').prompts));
  });
  await step('what it did is in the notes', () => {
    const { stdout } = ask(['search', 'postgres', '--json'], { cwd: project });
    assert.ok(JSON.parse(stdout).total >= 1, stdout);
  });
}
