import { pathOf } from '../kinds/index.js';
import { compressed, groupLine, vocabularyWith } from '../lifecycle/compress.js';
import { listOf } from '../lifecycle/snapshot/snapshot.js';
import { amount } from '../wiki/amount.js';
import { entriesAt } from './entries.js';
import { verb, type World } from './verb.js';

/** Groups constraints that speak of one thing (MindSave §Constraint Compression Engine); nothing is written, nothing lost. */
export const compress = verb({
  name: 'compress',
  about: 'group constraints that speak of one thing, and name those that contradict each other',
  params: {
    input: {
      kind: 'text',
      reads: true,
      about: 'a list of constraints, one a line or YAML; - for standard input',
      holder: 'FILE',
    },
  },
  examples: ['daybook compress', 'daybook compress --input constraints.txt'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { input }) {
    const given = input === undefined ? remembered(world) : listed(world, input);
    const found = compressed(given, vocabularyWith(world.settings.vocabulary));
    const groups = Object.entries(found.symbolic);
    const left = groups.length + found.constraints.length;
    return {
      say:
        given.length === 0
          ? 'There are no constraints yet.'
          : `${amount(given.length, 'constraint')} in ${amount(left, 'line')}${found.conflicts.length > 0 ? `; ${found.conflicts.length} contradict each other` : ''}:`,
      rows: [
        ...groups.map(([name, group]) => ({
          group: 'Groups',
          what: `${name}: ${groupLine(group)}`,
          why: group.raw.map((one) => `«${one}»`).join(', '),
        })),
        ...found.constraints.map((what) => ({ group: 'As they are', what })),
        ...found.conflicts.map(({ name, wanted, refused }) => ({
          group: 'Conflicts',
          what: `conflict: ${name}`,
          why: `«${wanted.join('», «')}» against «${refused.join('», «')}»`,
        })),
      ],
      data: { symbolic: found.symbolic, constraints: found.constraints, conflicts: found.conflicts },
      changes: [],
    };
  },
});

/** Preferences, rules and constraints of the permanent memory that still hold. */
const remembered = (world: World): readonly string[] =>
  entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('memory')}`)
    .filter(
      ({ type, superseded, status }) =>
        ['preference', 'rule', 'constraint'].includes(type) && superseded === null && status !== 'dropped',
    )
    .map(({ text }) => text);

/** A YAML list, a mapping with `constraints`, or one a line with or without a bullet. */
function listed(world: World, text: string): readonly string[] {
  const parsed = attempt(() => world.ask('yaml').parseYaml(text));
  if (Array.isArray(parsed)) return listOf(parsed);
  if (typeof parsed === 'object' && parsed !== null && 'constraints' in parsed)
    return listOf(parsed.constraints);
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter(Boolean);
}

/** What no YAML is is a list of lines; what is not loaded yet is asked for. */
function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error && 'part' in error) throw error;
    return null;
  }
}
