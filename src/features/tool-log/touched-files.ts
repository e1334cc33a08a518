import type { LocalTime } from '../../dates/local-time.js';
import { toPlainLine } from '../../text/sanitize.js';
import { formatToolCall, type ToolCall } from '../../transcripts/tool-call.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';

/** A file that an agent read or modified. */
export interface FileActivity {
  readonly path: string;
  readonly how: 'read' | 'modified';
}

/**
 * The file tracker: what tools read and modified, each file once, the last touched first; what was modified once stays so.
 * It is read from the tool log, so that no compaction of a context loses it.
 */
export function listTouchedFiles(calls: readonly ToolCall[]): readonly FileActivity[] {
  const touched = new Map<string, FileActivity>();
  for (const call of calls) {
    const how = !call.ok ? null : HOW[callEffect(call)];
    if (how == null) continue;
    for (const path of call.files) {
      const before = touched.get(path)?.how;
      touched.delete(path);
      touched.set(path, { path, how: before === 'modified' ? before : how });
    }
  }
  return [...touched.values()].toReversed();
}

const HOW: Readonly<Record<string, FileActivity['how'] | undefined>> = {
  reads: 'read',
  'looks up': 'read',
  writes: 'modified',
};

/**
 * The execution graph of tool calls as a nested list (MindSave §Storage Structure: execution_graphs): in the order of
 * time, each agent's calls below the call that started it. Calls of an agent without a parent are roots.
 */
export function formatToolGraph(
  calls: readonly ToolCall[],
  local: (ms: number) => LocalTime,
): readonly string[] {
  const ordered = calls.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const starters = new Map(ordered.flatMap((one) => (one.started === null ? [] : [[one.started, one]])));
  const starterOf = ({ parent }: ToolCall) => (parent === null ? undefined : starters.get(parent));
  const drawn = new Set<ToolCall>();
  const below = (starter: ToolCall | undefined, depth: number): string[] =>
    ordered
      .filter((one) => starterOf(one) === starter && !drawn.has(one))
      .flatMap((one) => {
        drawn.add(one);
        const line = `${'  '.repeat(depth)}- ${callText(one, local)}`;
        return [line, ...(one.started === null ? [] : below(one, depth + 1))];
      });
  const tree = below(undefined, 0);
  const circling = ordered.filter((one) => !drawn.has(one)).map((one) => `- ${callText(one, local)}`);
  return [...tree, ...circling];
}

/** `14:32:05 Bash: npm test (failed) — src/auth.ts`. */
export function callText(call: ToolCall, local: (ms: number) => LocalTime): string {
  const ms = Date.parse(call.at);
  const time = Number.isFinite(ms) ? `${local(ms).iso.slice(11, 19)} ` : '';
  const files = call.files.filter((file) => !call.input.endsWith(file));
  return toPlainLine(`${time}${formatToolCall(call)}${files.length === 0 ? '' : ` — ${files.join(', ')}`}`);
}
