import { type House, openHouse, type Start } from './house.js';
import { type Result, run } from './run.js';
import { exists } from './store/file.js';
import { realPort } from './store/port.js';
import type { Input } from './verbs/params.js';
import { besideNotes, type Scrubbed, sayScrubbed, scrub } from './verbs/scrub.js';

/** Scrubs the workspace and the global root, searches both again, and says what is left. */
export async function scrubEverywhere(asked: {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Start;
  readonly dryRun: boolean;
}): Promise<Result> {
  const { start, dryRun } = asked;
  const input = asked.input as unknown as Input<typeof scrub.params>;
  const house = await openHouse(start, 'workspace');
  const here = await run(scrub, input, house, { dryRun });
  const home = await globalHouse(house);
  const there = home && (await run(scrub, input, home, { dryRun }));
  const pattern = here.outcome.forgets;
  const left =
    dryRun || !pattern ? [] : [...leftIn(house, pattern, ''), ...(home ? leftIn(home, pattern, '~/') : [])];
  const roots = [here, ...(there ? [there] : [])].map(({ outcome }) => outcome.data.scrubbed as Scrubbed);
  const [own, global] = roots;
  const say = sayScrubbed(roots, left);
  const outcome = {
    ...here.outcome,
    say,
    rows: [
      ...left.map(({ path, why }) => ({ path, what: why })),
      ...(here.outcome.rows ?? []),
      ...(there?.outcome.rows ?? []).map((row) => ({ ...row, path: `~/${row.path}` })),
    ],
    data: { scrubbed: { ...own, ...(global ? { global } : {}), left } },
    ...(left.length > 0 ? { exit: 1 as const } : {}),
  };
  const diff = dryRun ? `${diffOf(here)}${there ? diffOf(there) : ''}${say}\n` : null;
  return { ...here, outcome, diff };
}

/** The global root opened as a workspace, where there is one and it is another one. */
async function globalHouse(house: House): Promise<House | null> {
  const global = house.store?.root.global;
  return global !== undefined && exists(realPort, global) ? house.atGlobalRoot() : null;
}

function leftIn({ store, settings }: House, pattern: RegExp, before: string) {
  const found = store?.remains(pattern, besideNotes(settings)) ?? [];
  return found.map(({ path, why }) => ({ path: before + path, why }));
}

/** The diff of a dry run without the reply behind it. */
const diffOf = ({ diff, outcome }: Result): string => (diff ?? '').slice(0, -(outcome.say.length + 1));
