import { cleanAll } from '../wiki/clean.js';
import { Refusal, type World } from './verb.js';

/** What `--input` holds, as a mapping by the names of a source document: YAML or JSON. Refuses what is none. */
export function saidIn(world: World, text: string | undefined): ReadonlyMap<string, unknown> {
  if (text === undefined || text.trim() === '') return new Map();
  const parsed = parse(world, text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return new Map(Object.entries(parsed));
  throw refused('it is no list of `name: value`');
}

function parse(world: World, text: string): unknown {
  const { parseYaml } = world.ask('yaml');
  try {
    return cleanAll(parseYaml(text)).value; // escapes may have hidden what the door looks for
  } catch (error) {
    throw refused(String((error as Error).message).split('\n')[0] ?? '');
  }
}

const refused = (why: string): Refusal =>
  new Refusal('bad-input', `the input is not understood: ${why}`, 'write YAML or JSON: goal: "…"', {}, 2);
