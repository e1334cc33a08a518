import { describe, expect, it } from 'vitest';
import {
  formatKnowledgeGraph,
  isKnowledgeGraph,
  readBasicMemory,
  readClaudeMemory,
} from '../../../../src/features/import/read-native-memory.js';
import { scanFrontMatter } from '../../../../src/markdown/front-matter-scanner.js';

const file = (text: string, path = 'note.md') => ({ path, text });

describe('notes of Claude Code', () => {
  it('give their first paragraph, by their type, with their reason', () => {
    const text =
      '---\nname: Tests\ndescription: about tests\ntype: feedback\n---\n\nUse a real database.\n\n**Why:** a mock hid a bug.\n\n**How to apply:** in tests.\n';
    expect(readClaudeMemory(file(text), scanFrontMatter)).toEqual([
      { type: 'rule', text: 'Use a real database.', why: 'a mock hid a bug.', tags: [], at: null },
    ]);
  });

  it('may name the type in `metadata`', () => {
    const text = '---\nname: Jo\nmetadata:\n  type: user\n---\n\nJo writes Go.\n';
    expect(readClaudeMemory(file(text), scanFrontMatter)).toMatchObject([
      { type: 'preference', text: 'Jo writes Go.' },
    ]);
  });

  it('without a type are read as memory', () => {
    expect(readClaudeMemory(file('# Notes\n\nSomething.\n'), scanFrontMatter)).toBeNull();
  });

  it('too long for a line are cut behind a sentence', () => {
    const text = `---\ntype: project\n---\n${'A short sentence. '.repeat(30)}`;
    const [entry] = readClaudeMemory(file(text), scanFrontMatter) ?? [];
    expect(entry?.text.length).toBeLessThanOrEqual(240);
    expect(entry?.text).toMatch(/sentence\.$/);
  });
});

describe('observations of basic-memory', () => {
  it('have a category, tags and a context', () => {
    const text =
      '---\ntitle: Coffee\npermalink: coffee\n---\n\n## Observations\n- [decision] Grind by hand #brewing (it is quieter)\n- [method] Pour slowly\n\n## Relations\n- relates_to [[Tea]]\n';
    expect(readBasicMemory(file(text))).toEqual([
      { type: 'decision', text: 'Grind by hand', why: 'it is quieter', tags: ['brewing'], at: null },
    ]);
  });
});

describe('a knowledge graph', () => {
  const graph =
    '{"type":"entity","name":"Jo","entityType":"person","observations":["speaks Danish","likes tea"]}\n{"type":"relation","from":"Jo","to":"Acme","relationType":"works_at"}\n{"type":"relation","from":"Bo","to":"Jo","relationType":"knows"}\n';

  it('becomes a page with every observation and relation', () => {
    expect(formatKnowledgeGraph(file(graph, 'memory.json'))).toBe(
      '# Knowledge graph of memory.json\n\n## Jo (person)\n\n- speaks Danish\n- likes tea\n- works_at: Acme\n\n- knows: Jo (from Bo)\n',
    );
  });

  it('with a line that is none is kept as it is', () => {
    expect(formatKnowledgeGraph(file(`${graph}{"type":"note"}\n`))).toBeNull();
    expect(isKnowledgeGraph('{"name":"a package"}')).toBe(false);
  });
});
