import { parseLine } from '../notes/entries/line.js';
import { notePath } from '../notes/kinds/index.js';
import type { CommandContext } from './define-command.js';
import { createOrigins } from './find-origin.js';

/** What lifting entries to memory asks of the world. */
export const promotionDeps = (ctx: CommandContext) => ({
  ids: ctx.ids,
  local: ctx.local,
  entries: ctx.entries,
  template: (name: string) => ctx.query('template', name),
  wrote: (path: string, line: string) => ctx.query('isOwnLine', path, line),
  origins: createOrigins(ctx),
});

/** What moving things out of their place asks besides. */
export const archiveDeps = (ctx: CommandContext) => ({
  ...promotionDeps(ctx),
  linking: (names: readonly string[]) => ctx.query('linking', names),
  today: ctx.local(ctx.now).date,
});

/** What climbing the ladder asks for besides: the journal is read only where something would rise. */
export function historyPromotionDeps(ctx: CommandContext) {
  let told: ReadonlySet<string> | null = null;
  return {
    ...promotionDeps(ctx),
    isTold(text: string) {
      told ??= toldIn(ctx);
      return told.has(text.toLowerCase());
    },
  };
}

/** What stood in memory once, as the journal knows: whoever took it out does not want it back. */
function toldIn(ctx: CommandContext): ReadonlySet<string> {
  const memory = `${ctx.notebook.content}/${notePath('memory')}`;
  const written = ctx
    .query('history')
    .flatMap(({ touched }) => touched)
    .filter(({ path }) => path === memory)
    .flatMap(({ splices }) => splices.flatMap((one) => `${one.new}\n${one.old}`.split(/\r\n|\n|\r/)));
  return new Set(
    written.map((line) => parseLine(line.replace(/^\s*[-*+]\s+/, '')).text.toLowerCase()).filter(Boolean),
  );
}
