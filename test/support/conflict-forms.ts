/** A text with git's conflict markers, or with text that looks like them. */
export interface ConflictForm {
  readonly name: string;
  readonly text: string;
  /** Lines of the first and last marker of each conflict; none for a look-alike. */
  readonly conflicts: readonly (readonly [number, number])[];
  /** What is read of it, in order: the texts of items. */
  readonly items: readonly string[];
}

const HEAD = '# Memory\n\n## Decisions\n\n- first ^aaaaaa00001\n';

const form = (
  name: string,
  rest: string,
  conflicts: ConflictForm['conflicts'],
  ...items: readonly string[]
): ConflictForm => ({ name, text: HEAD + rest, conflicts, items: ['first', ...items] });

/** A conflict of style `merge` in lines 6 to 10. */
const BOTH = '<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> side\n';

/** Forms that git writes. */
export const CONFLICTS: readonly ConflictForm[] = [
  form('style merge', BOTH, [[6, 10]], 'ours', 'theirs'),
  form(
    'style diff3',
    '<<<<<<< HEAD\n- ours\n||||||| 1a2b3c4\n- base\n=======\n- theirs\n>>>>>>> side\n',
    [[6, 12]],
    'ours',
    'theirs',
  ),
  form(
    'style zdiff3 with an empty base',
    '<<<<<<< HEAD\n- ours\n||||||| empty tree\n=======\n- theirs\n>>>>>>> side\n',
    [[6, 11]],
    'ours',
    'theirs',
  ),
  form('no label', '<<<<<<<\n- ours\n=======\n- theirs\n>>>>>>>\n', [[6, 10]], 'ours', 'theirs'),
  form(
    'no label, with a base',
    '<<<<<<<\n- ours\n|||||||\n- base\n=======\n- theirs\n>>>>>>>\n',
    [[6, 12]],
    'ours',
    'theirs',
  ),
  form('an empty label', '<<<<<<< \n- ours\n=======\n- theirs\n>>>>>>> \n', [[6, 10]], 'ours', 'theirs'),
  form(
    'of a rebase',
    '<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> 1a2b3c4 (log what was decided)\n',
    [[6, 10]],
    'ours',
    'theirs',
  ),
  form(
    'of a stash',
    '<<<<<<< Updated upstream\n- ours\n=======\n- theirs\n>>>>>>> Stashed changes\n',
    [[6, 10]],
    'ours',
    'theirs',
  ),
  form(
    'a label with a path',
    '<<<<<<< HEAD:content/MEMORY.md\n- ours\n=======\n- theirs\n>>>>>>> a/b:content/M.md\n',
    [[6, 10]],
    'ours',
    'theirs',
  ),
  form('ours is empty', '<<<<<<< HEAD\n=======\n- theirs\n>>>>>>> side\n', [[6, 9]], 'theirs'),
  form('theirs is empty', '<<<<<<< HEAD\n- ours\n=======\n>>>>>>> side\n', [[6, 9]], 'ours'),
  form(
    'two in a row',
    `${BOTH}- between\n${BOTH}`,
    [
      [6, 10],
      [12, 16],
    ],
    'ours',
    'theirs',
    'between',
    'ours',
    'theirs',
  ),
  form(
    'two with nothing between',
    `${BOTH}${BOTH}`,
    [
      [6, 10],
      [11, 15],
    ],
    'ours',
    'theirs',
    'ours',
    'theirs',
  ),
  form('at the end, without a line break', BOTH.trimEnd(), [[6, 10]], 'ours', 'theirs'),
  {
    name: 'at the very start',
    text: '<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> side\n- last\n',
    conflicts: [[1, 5]],
    items: ['ours', 'theirs', 'last'],
  },
  {
    name: 'the whole note',
    text: '<<<<<<< HEAD\n# A\n\n- ours\n=======\n# B\n\n- theirs\n>>>>>>> side\n',
    conflicts: [[1, 9]],
    items: ['ours', 'theirs'],
  },
  form(
    'longer markers',
    '<<<<<<<<<<<<< HEAD\n- ours\n=============\n- theirs\n>>>>>>>>>>>>> side\n',
    [[6, 10]],
    'ours',
    'theirs',
  ),
  form(
    'a conflict in the base',
    '<<<<<<< HEAD\n- ours\n||||||| merged common ancestors\n<<<<<<<<< one\n- x\n=========\n- y\n>>>>>>>>> two\n=======\n- theirs\n>>>>>>> side\n',
    [[6, 16]],
    'ours',
    'theirs',
  ),
  form(
    'a conflict in ours, committed before',
    `<<<<<<< HEAD\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> old\n=======\n- theirs\n>>>>>>> side\n`,
    [[6, 14]],
    'a',
    'b',
    'theirs',
  ),
  form(
    'a conflict in theirs',
    `<<<<<<< HEAD\n- ours\n=======\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> old\n>>>>>>> side\n`,
    [[6, 14]],
    'ours',
    'a',
    'b',
  ),
  form(
    'a line in both sides',
    '<<<<<<< HEAD\n- one ^aaaaaa00002\n- ours\n=======\n- one ^aaaaaa00002\n- theirs\n>>>>>>> side\n',
    [[6, 12]],
    'one',
    'ours',
    'theirs',
  ),
  form(
    'one entry in two versions',
    '<<<<<<< HEAD\n- one thing ^aaaaaa00002\n=======\n- another ^aaaaaa00002\n>>>>>>> side\n',
    [[6, 10]],
    'one thing',
    'another',
  ),
  form(
    'a heading in one side',
    '<<<<<<< HEAD\n\n## Learnings\n\n- ours\n=======\n- theirs\n>>>>>>> side\n',
    [[6, 13]],
    'ours',
    'theirs',
  ),
  form(
    'a fence that opens in both sides',
    '<<<<<<< HEAD\n```js\n=======\n```ts\n>>>>>>> side\ncode\n```\n- last\n',
    [[6, 10]],
    'last',
  ),
  form(
    'a whole fence in ours',
    '<<<<<<< HEAD\n```\n- code\n```\n=======\n- theirs\n>>>>>>> side\n- last\n',
    [[6, 12]],
    'theirs',
    'last',
  ),
  {
    name: 'line ends of Windows',
    text: (HEAD + BOTH).replaceAll('\n', '\r\n'),
    conflicts: [[6, 10]],
    items: ['first', 'ours', 'theirs'],
  },
  {
    name: 'in the front matter',
    text: '---\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> side\n---\n\n- last\n',
    conflicts: [[2, 6]],
    items: ['last'],
  },
  form('behind a fence that was closed', `\n\`\`\`\ncode\n\`\`\`\n\n${BOTH}`, [[11, 15]], 'ours', 'theirs'),
];

/** What looks like a conflict and is none: it stays as it is, and nothing waits for it. */
export const LOOK_ALIKES: readonly ConflictForm[] = [
  form('an example in a fence', `\n\`\`\`\n${BOTH}\`\`\`\n`, []),
  form('an example in a fence of tildes', `\n~~~text\n${BOTH}~~~\n`, []),
  form('an example in a fence that is longer', `\n\`\`\`\`md\n\`\`\`\n${BOTH}\`\`\`\n\`\`\`\`\n`, []),
  form('indented', `\nText.\n\n${BOTH.replace(/^/gm, '    ').trimEnd()}\n`, []),
  form('a heading that is underlined', '\nTitle\n=======\n\n- last\n', [], 'last'),
  form('a line of ours alone', '\n<<<<<<< HEAD\n\n- last\n', [], 'last'),
  form('no separator', '\n<<<<<<< HEAD\n\n- a\n\n>>>>>>> side\n', [], 'a'),
  form('no end', '\n<<<<<<< HEAD\n\n- a\n\n=======\n\n- b\n', [], 'a', 'b'),
  form('the wrong order', '\n>>>>>>> side\n\n- a\n\n=======\n\n- b\n\n<<<<<<< HEAD\n', [], 'a', 'b'),
  form('six signs', '\n<<<<<< HEAD\n\n- a\n\n======\n\n- b\n\n>>>>>> side\n', [], 'a', 'b'),
  form('no space before the label', '\n<<<<<<<HEAD\n\n- a\n\n=======\n\n- b\n\n>>>>>>>side\n', [], 'a', 'b'),
  form('lengths that differ', '\n<<<<<<< HEAD\n\n- a\n\n========\n\n- b\n\n>>>>>>> side\n', [], 'a', 'b'),
  form(
    'in an entry',
    '- write `<<<<<<< HEAD`, `=======` and `>>>>>>> side` out\n',
    [],
    'write `<<<<<<< HEAD`, `=======` and `>>>>>>> side` out',
  ),
  form('a quote', '\n> <<<<<<< HEAD\n> a\n> =======\n> b\n> >>>>>>> side\n', []),
  form('a rule of equal signs', '\n=======\n\n- a\n\n=======\n', [], 'a'),
];
