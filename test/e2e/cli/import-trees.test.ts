// @module-tag full: 1 s of processor time
import { describe, expect, it } from 'vitest';
import { parseFailureGraph } from '../../../src/features/import/tree.js';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

let stage: InitializedWorkspace;

const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A tree with everything that its seed names, and unknown files. */
const MINDSAVE = {
  'snapshots/auth_2026-05-09.md':
    '---\nsnapshot_id: "auth_2026-05-09"\ngoal: "用户登录 💾: \\"quoted\\""\n---\n## Layer 3: Cold Archive (debug only)\n### File Changes\n src/a.ts | 12 ++--\n',
  'snapshots/OVF_auth_20260509T142000.md': '---\ngoal: overflow\n---\n',
  'snapshots/torn.md': '---\ngoal: [unclosed\n---\nbut its words stay\n',
  'snapshots/odd name: ? 名.md': '---\ngoal: odd\n---\n',
  'index.json': '{"snapshots": ["auth_2026-05-09"]}',
  'l3_index.json': '{"jwt": ["auth_2026-05-09"]}',
  'signal.json': '{"pressure_state": "YELLOW", "auto_save_count": 3}',
  'failure_graph/project/Tailwind.json':
    '{"schema_version": "1.0", "rejected_by": "user", "reason": "style conflict", "repeat_count": 3, "scope": "project", "related": ["Bootstrap"], "alternatives": ["CSS Modules"]}',
  'failure_graph/project/more.yaml':
    'failure_graph:\n  Redux:\n    reason: too much ceremony\n    first_seen: 2026-01-02 in the sidebar\n',
  'failure_graph/global/all.json': '[{"item": "websocket", "reason": "reconnect failed", "scope": "global"}]',
  'failure_graph/project/broken.json': '{"reason": oops',
  'tool_logs/2026-05-09.jsonl': '{"tool":"Bash","input":"npm test"}\n{"tool":"Edit"}\n',
  'execution_graphs/auth.json': '{"nodes": ["plan", "build"], "edges": [["plan", "build"]]}',
} as const;

const EXTERNAL = {
  'research_plans/station_feature.md': '# Research Plan: station_feature\n\n## Objective\nShow a station\n',
  'findings/mobile-ui_20250104T113000.md': '# Findings: mobile-ui\r\n**Task**: station\r\n\r\nAs it is.\r\n',
  'findings/merged_20250104T120000.md': '# Findings: merged\n',
  'checkpoints/cp_review_1.json':
    '{"checkpoint_id": "cp_review_1", "phase": "review", "odd key: x": [1, 2.5, null, true, "yes", "2025-01-04"], "state": {"deep": {"deeper": ["a: b", "- c", ""]}}}',
  'checkpoints/list.json': '["no", "fields"]',
  'checkpoints/broken.json': '{"phase": "review", half',
  'context_snapshots/snap_1.md': '# Context Snapshot\n**Reason**: manual\n',
  'notes.txt': 'what nobody foresaw\n',
} as const;

describe.each([
  ['mindsave', '.mindsave', MINDSAVE],
  ['external', '.temp/memory', EXTERNAL],
])('a memory of %s', (source, folder, tree) => {
  it('comes over without the loss of a word; twice is once; undo takes it back', async () => {
    stage = await createInitializedWorkspace();
    for (const [path, text] of Object.entries(tree)) stage.write(`${folder}/${path}`, text);
    const before = stage.texts('content');
    const { status, answer } = await stage.ask('import', source, folder);
    expect([status, answer.imported.skipped]).toEqual([0, []]);
    expect(new Set(answer.imported.items.map(({ file }: { file: string }) => file))).toEqual(
      new Set(Object.keys(tree)),
    );
    const after = stage.texts('content');
    const here = new Set(words(Object.values(after).join('\n')));
    // Every failure has version 1.0, so a note does not show it.
    const all = Object.values(tree).flatMap((text) => words(text.replace('"schema_version": "1.0", ', '')));
    const lost = all.filter((word) => !here.has(word) && word !== 'item'); // `item` named the failure, which is now in its heading
    console.log(
      `import ${source}: ${Object.keys(tree).length} files, ${lost.length} of ${all.length} words lost`,
    );
    expect(lost).toEqual([]);
    expect((await stage.ask('import', source, folder)).answer.changes).toEqual([]);
    expect(stage.texts('content')).toEqual(after);
    await stage.ask('undo');
    expect(stage.texts('content')).toEqual(before);
  });
});

it('notes keep every byte, and a checkpoint’s fields are read back as they are', async () => {
  stage = await createInitializedWorkspace();
  for (const [path, text] of Object.entries(EXTERNAL)) stage.write(`.temp/memory/${path}`, text);
  await stage.ask('import', 'external', '.');
  for (const path of ['research_plans/station_feature.md', 'findings/mobile-ui_20250104T113000.md'] as const)
    expect(stage.read(`content/${path}`)).toBe(EXTERNAL[path]);
  const note = stage.read('content/checkpoints/cp_review_1.md');
  expect(note).toContain('odd key: x');
  expect(note).toContain('- "2025-01-04"');
});

it('a snapshot that is here already is not written again, one of its name with other words is kept beside it', async () => {
  stage = await createInitializedWorkspace({ 'content/snapshots/a_2026-01-01.md': '---\ngoal: one\n---\n' });
  stage.write('.mindsave/snapshots/a_2026-01-01.md', '---\ngoal: two\n---\n');
  stage.write('.mindsave/snapshots/b_2026-01-01.md', '---\ngoal: one\n---\n');
  await stage.ask('import', 'mindsave', '.');
  stage.write('.mindsave/snapshots/b_2026-01-01.md', '---\ngoal: three\n---\n');
  const { answer } = await stage.ask('import', 'mindsave', '.');
  expect(answer.imported.before).toBe(1);
  const goals = ['a_2026-01-01', 'a_2026-01-01-2', 'b_2026-01-01', 'b_2026-01-01-2'].map(
    (name) => /goal: (\w+)/.exec(stage.read(`content/snapshots/${name}.md`))?.[1],
  );
  expect(goals).toEqual(['one', 'two', 'one', 'three']);
});

describe('a file of failures', () => {
  it.each([
    ['a graph', { Redux: { reason: 'ceremony' } }, ['Redux'], true],
    ['a graph within', { failure_graph: { Redux: { reason: 'ceremony' } } }, ['Redux'], true],
    ['a list', [{ item: 'Redux', reason: 'ceremony' }], ['Redux'], true],
    ['one, named by its file', { reason: 'ceremony' }, ['file'], true],
    ['more than the graph holds', { Redux: { reason: 'ceremony', seen: 'May' } }, ['Redux'], false],
  ] as const)('is %s', (_, said, names, whole) => {
    const found = parseFailureGraph(said, 'folder/file.json');
    expect([Object.keys(found?.graph ?? {}), found?.whole]).toEqual([names, whole]);
  });

  it.each([[{}], [[]], ['text'], [null], [undefined], [{ a: 1 }], [[{ reason: 'of nothing' }]]])(
    'is not %j',
    (said) => {
      expect(parseFailureGraph(said, 'file.json')).toBeNull();
    },
  );
});
