import type { Traced } from '../../support/faulty-file-system.js';

/** What was on the disk after a power cut: file contents by path. */
export type DiskState = ReadonlyMap<string, Uint8Array>;

/** One thing that happened to the disk and may be lost until it is flushed. */
type Step =
  | { readonly do: 'name'; readonly path: string; readonly node: number }
  | { readonly do: 'unname'; readonly path: string }
  | { readonly do: 'rename'; readonly from: string; readonly to: string; readonly node: number }
  | { readonly do: 'data'; readonly node: number; readonly at: number; readonly bytes: Uint8Array }
  | { readonly do: 'cut'; readonly node: number; readonly size: number };

/**
 * Every disk that a power cut may leave: for each prefix of the trace, what was flushed and any subset of what was not.
 * A flushed file has its bytes, a flushed folder its names; data that was not flushed may be torn in half.
 */
export function* statesOf(
  trace: readonly Traced[],
  start: DiskState,
): Generator<{ readonly state: DiskState; readonly at: number }> {
  const disk = nodesOf(start);
  const { steps, flushed } = replay(trace, disk.names);
  for (let prefix = 0; prefix <= trace.length; prefix++) {
    const done = steps.filter((step) => step.at < prefix);
    const firm = new Set(done.filter((step) => flushed(step, prefix)));
    const loose = done.filter((step) => !firm.has(step));
    for (const kept of subsets(loose))
      yield {
        state: apply(
          done.filter((step) => firm.has(step) || kept.has(step)),
          disk,
        ),
        at: prefix,
      };
  }
}

type Timed = { readonly at: number; readonly step: Step };

interface Disk {
  readonly names: ReadonlyMap<string, number>;
  readonly data: ReadonlyMap<number, Uint8Array>;
}

function nodesOf(start: DiskState): Disk {
  const paths = [...start.keys()];
  return {
    names: new Map(paths.map((path, i) => [path, i])),
    data: new Map(paths.map((path, i) => [i, start.get(path)!])),
  };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Turns calls into steps, following which file handle and which name mean which file. */
function replay(trace: readonly Traced[], before: ReadonlyMap<string, number>) {
  const names = new Map(before);
  const open = new Map<number, { readonly path: string; readonly node: number | null }>();
  const steps: Timed[] = [];
  const flushes: { readonly at: number; readonly node: number | null; readonly folder: string }[] = [];
  let fresh = names.size;
  trace.forEach(({ call, args, result }, at) => {
    const [one, other] = args as [string, string];
    const put = (step: Step) => steps.push({ at, step });
    const handle = open.get(args[0] as number);
    if (call === 'open') {
      const creates = ((args[1] as number) & 0o100) !== 0;
      if (creates && !names.has(one)) {
        names.set(one, fresh);
        put({ do: 'name', path: one, node: fresh++ });
      }
      open.set(result as number, { path: one, node: names.get(one) ?? null });
    } else if (call === 'write' && handle?.node != null)
      put({ do: 'data', node: handle.node, at: args[4] as number, bytes: args[1] as Uint8Array });
    else if (call === 'truncate' && handle?.node != null)
      put({ do: 'cut', node: handle.node, size: args[1] as number });
    else if ((call === 'sync' || call === 'dataSync') && handle)
      flushes.push({ at, node: handle.node, folder: handle.path });
    else if (call === 'link' && names.has(one)) {
      names.set(other, names.get(one)!);
      put({ do: 'name', path: other, node: names.get(one)! });
    } else if (call === 'rename' && names.has(one)) {
      put({ do: 'rename', from: one, to: other, node: names.get(one)! });
      names.set(other, names.get(one)!);
      names.delete(one);
    } else if (call === 'unlink') {
      names.delete(one);
      put({ do: 'unname', path: one });
    }
  });
  const flushed = ({ at, step }: Timed, prefix: number) =>
    flushes.some((flush) => flush.at > at && flush.at < prefix && covers(flush, step));
  return { steps, flushed };
}

function covers(
  { node, folder }: { readonly node: number | null; readonly folder: string },
  step: Step,
): boolean {
  if (step.do === 'data' || step.do === 'cut') return step.node === node;
  if (step.do === 'rename') return folder === folderOf(step.to) || folder === folderOf(step.from);
  return folder === folderOf(step.path);
}

/** All subsets; the last loose write also half done. */
function* subsets(loose: readonly Timed[]): Generator<ReadonlySet<Timed>> {
  if (loose.length > 14) throw new RangeError(`${loose.length} steps are not flushed: too many to try`);
  for (let mask = 0; mask < 2 ** loose.length; mask++) yield new Set(loose.filter((_, i) => mask & (1 << i)));
}

function apply(steps: readonly Timed[], disk: Disk): DiskState {
  const names = new Map(disk.names);
  const data = new Map(disk.data);
  for (const { step } of steps) {
    if (step.do === 'name') names.set(step.path, step.node);
    else if (step.do === 'unname') names.delete(step.path);
    else if (step.do === 'rename') names.set(step.to, step.node).delete(step.from);
    else if (step.do === 'cut')
      data.set(step.node, (data.get(step.node) ?? new Uint8Array()).subarray(0, step.size));
    else data.set(step.node, written(data.get(step.node) ?? new Uint8Array(), step.at, step.bytes));
  }
  return new Map([...names].map(([path, node]) => [path, data.get(node) ?? new Uint8Array()]));
}

/** Bytes put at a place; a gap before them is NUL, as file systems fill it. */
function written(old: Uint8Array, at: number, bytes: Uint8Array): Uint8Array {
  const fresh = Buffer.alloc(Math.max(old.length, at + bytes.length));
  fresh.set(old);
  fresh.set(bytes, at);
  return fresh;
}
