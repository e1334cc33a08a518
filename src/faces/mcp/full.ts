import type { VerbName } from '../../verbs/index.js';
import type { Param } from '../../verbs/params.js';
import type { Verb } from '../../verbs/verb.js';
import type { Argument } from './form.js';
import { MIND, MORE, type ToolRow } from './tools.js';

/** When to use a tool that is derived from its verb; one without a line here says what its verb says. */
const WHEN: Readonly<Record<string, string>> = {
  mind_amend: 'Use it when an entry is wrong, done, or holds still: changes one entry by its id.',
  mind_why:
    'Use it when you doubt an entry: shows who wrote it when, where it comes from, and why the brief shows it or not.',
  mind_page_new: 'Use it when something needs more than a line: makes a page of the wiki.',
  mind_page_list: 'Use it to see which pages the wiki has.',
  mind_page_show: 'Use it to read a page, with the notes that link to it.',
  mind_page_rename: 'Use it when a page is misnamed: renames it, and every link follows.',
  mind_links:
    'Use it to see what a note links to or is linked from, which pages nobody links to, and which links lead nowhere.',
  mind_lint:
    'Use it after editing notes by hand: finds doubled ids, dead links, duplicates and what is not understood, with path:line.',
  mind_history: 'Use it to see what was changed lately, by whom and why; every change has a number.',
  mind_diff: 'Use it to see what one change of the history did to the bytes.',
  mind_which: 'Use it when notes are not where you expect them: shows the workspace and why it is that one.',
};

/** Tools that change nothing. */
const READS = 'mind_why mind_page_list mind_page_show mind_links mind_lint mind_history mind_diff mind_which';

/** All tools: those of the default profile, then what each other verb does that agents may ask for. */
export function fullProfile(verbs: readonly Verb[]): Readonly<Record<string, ToolRow>> {
  const known = new Set<string>([...Object.values(MIND), ...Object.values(MORE)].map(({ verb }) => verb));
  const rest = verbs.filter(({ name, faces }) => faces.includes('mcp') && !known.has(name));
  return { ...MIND, ...MORE, ...Object.fromEntries(rest.flatMap(rowsOf)) };
}

/** A tool for each word that says what a verb is to do, and one for the bare verb where no such word lists. */
function rowsOf(verb: Verb): [name: string, row: ToolRow][] {
  const [first] = Object.entries(verb.params);
  const acts = (first?.[1].word === 'one' && first[1].choices) || [];
  return [
    ...(acts.includes('list') ? [] : [rowOf(verb, `mind_${verb.name}`, {})]),
    ...acts.map((act) => rowOf(verb, `mind_${verb.name}_${act}`, { [first![0]]: act })),
  ];
}

function rowOf(verb: Verb, name: string, fixed: Readonly<Record<string, string>>): [string, ToolRow] {
  const [act] = Object.values(fixed);
  const args = Object.entries(verb.params).filter(
    ([key, param], at) => isOffered(key, param) && !(at === 0 && param.word === 'one' && param.choices),
  );
  return [
    name,
    {
      verb: verb.name as VerbName,
      ...(act === undefined ? {} : { act }),
      title: [verb.name, act]
        .filter(Boolean)
        .join(' ')
        .replace(/^./, (letter) => letter.toUpperCase()),
      when: WHEN[name] ?? `Use it to ${verb.about}${act === undefined ? '' : ` (here: ${act})`}.`,
      args: args.map(([key]): Argument => ({ name: key, param: key })),
      fixed,
      ...(READS.split(' ').includes(name) ? { reads: true as const } : {}),
    },
  ];
}

/** Files that would be opened, and mending at large, are for people; a list of files is a mention. */
const isOffered = (name: string, { holder, many }: Param): boolean =>
  !['path', 'fix'].includes(name) && (many === true || !['FILE', 'DIR'].includes(holder ?? ''));
