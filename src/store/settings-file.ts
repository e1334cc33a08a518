import { join } from 'node:path';
import {
  findSettingFault,
  isRetiredSetting,
  isSettingName,
  listSettingValues,
  suggestSetting,
} from '../config/check-setting.js';
import { DEFAULTS, SETTING_VALIDATORS, type SettingName, type Settings } from '../config/settings.js';
import { sealCache, unsealCache } from '../platform/checksum.js';
import { decode } from '../platform/encoding.js';
import { readFile, Unfit } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { MARKER } from '../platform/home-folder.js';
import { guardState } from '../platform/no-links.js';
import { createSystem } from '../platform/process-identity.js';
import { getErrorCode } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { readCache, writeCache } from './cache/cache-files.js';
import { createStoreLayout, type StoreContext } from './layout.js';

/** A problem in the settings; the default is used instead. */
interface SettingsNotice {
  readonly level: 'warning';
  readonly message: string;
  readonly path: string;
  readonly line?: number;
}

interface SettingsRead {
  readonly settings: Settings;
  /** Names of the settings present in the file. */
  readonly present: readonly SettingName[];
  readonly notices: readonly SettingsNotice[];
}

/** Parses YAML; loaded only if the file is new. */
type Parse = (text: string) => unknown;

const CACHE = 'settings.json';
const MAX_LENGTH = 16 * 1024;

/**
 * Reads the settings of a workspace. An unknown, invalid or out-of-range value gives a notice and the default. The
 * result is cached with the file text; an empty file, or one with only comments, needs no parser.
 */
export async function readSettings(
  root: WorkspaceRoot,
  load: () => Promise<Parse> = async () => (await import('../markdown/front-matter.js')).parseYaml,
): Promise<SettingsRead> {
  const store = getStoreContext(root);
  const file = markerOf(store);
  if (typeof file !== 'string')
    return { ...EMPTY, notices: [{ level: 'warning', message: file.why, path: MARKER }] };
  if (isBare(file)) return EMPTY;
  if (last?.file === file) return last.read;
  const read = cached(store, file) ?? (await understood(store, file, load));
  last = { file, read };
  return read;
}

/** Cache: the last result of this process, by file text. */
let last: { readonly file: string; readonly read: SettingsRead } | null = null;

async function understood(
  store: StoreContext,
  file: string,
  load: () => Promise<Parse>,
): Promise<SettingsRead> {
  const read = parseSettings(file, await load());
  const { settings, present, notices } = read;
  const values = present.map((name) => [name, settings[name]]);
  writeCache(store, CACHE, sealCache({ file, table: SETTING_VALIDATORS, values, notices }));
  return read;
}

const EMPTY: SettingsRead = { settings: DEFAULTS, present: [], notices: [] };

/** Parses a settings file. Never throws. */
export function parseSettings(text: string, parse: Parse): SettingsRead {
  const parsed = parsedBy(parse, text);
  if ('fault' in parsed) {
    return {
      ...EMPTY,
      notices: [
        {
          level: 'warning',
          message: `not understood, so all defaults apply: ${parsed.fault}`,
          path: MARKER,
        },
      ],
    };
  }
  const settings = new Map<string, unknown>(Object.entries(DEFAULTS));
  const notices: SettingsNotice[] = [];
  const present: SettingName[] = [];
  for (const [name, value] of new Map(listSettingValues(parsed.value))) {
    if (isRetiredSetting(name)) continue;
    const fault = isSettingName(name)
      ? describeFault(name, value)
      : `unknown setting \`${name}\`${suggestSetting(name)}`;
    if (fault === null && isSettingName(name)) {
      settings.set(name, value);
      present.push(name);
    } else notices.push({ level: 'warning', message: fault ?? '', path: MARKER, ...lineOf(text, name) });
  }
  return { settings: Object.fromEntries(settings) as Settings, present, notices };
}

function parsedBy(parse: Parse, text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value = parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? { value }
      : { fault: 'it is not a list of `name: value`' };
  } catch (error) {
    return { fault: (error instanceof Error && error.message.split('\n')[0]) || 'it is not YAML' };
  }
}

function describeFault(name: SettingName, value: unknown): string | null {
  const fault = findSettingFault(name, value);
  return fault && `${fault}; ${JSON.stringify(DEFAULTS[name])} is used`;
}

function lineOf(text: string, name: string): { readonly line?: number } {
  const key = name.split('.').at(-1) ?? name;
  const index = text
    .split('\n')
    .findIndex((line) => line.trimStart().startsWith(`${key}:`) || line.startsWith(`${name}:`));
  return index < 0 ? {} : { line: index + 1 };
}

const isBare = (text: string): boolean => text.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line));

/** Messages for errors of reading a file. */
const NAMED: Readonly<Record<string, string>> = {
  ELOOP: 'it is a symbolic link, which is never followed',
  EACCES: 'access is denied',
};

function markerOf({ port, root }: StoreContext): string | { readonly why: string } {
  try {
    const read = readFile(port, join(root.root, MARKER), MAX_LENGTH);
    if (!read) return '';
    return decode(read.bytes)?.text ?? { why: 'it is not UTF-8, so all defaults apply' };
  } catch (error) {
    if (!(error instanceof Unfit) && getErrorCode(error) === '') throw error;
    return {
      why: `${error instanceof Unfit ? error.why : (NAMED[getErrorCode(error)] ?? getErrorCode(error))}, so all defaults apply`,
    };
  }
}

/** The parsed settings, with the version of the settings table that was used. */
interface Cached {
  readonly file: string;
  readonly table: string;
  readonly values: readonly (readonly [SettingName, unknown])[];
  readonly notices: readonly SettingsNotice[];
}

function cached(store: StoreContext, file: string): SettingsRead | null {
  const bytes = readCache(store, CACHE);
  if (!bytes) return null;
  try {
    const cachedFile = unsealCache(bytes) as Cached | null;
    if (cachedFile?.file !== file || cachedFile.table !== SETTING_VALIDATORS) return null;
    const { values, notices } = cachedFile;
    const settings: Settings = { ...DEFAULTS, ...Object.fromEntries(values) };
    return { settings, present: values.map(([name]) => name), notices };
  } catch {
    return null;
  }
}

const getStoreContext = (root: WorkspaceRoot): StoreContext => ({
  port: guardState(nodeFileSystem, root),
  machine: createSystem(nodeFileSystem),
  root,
  at: createStoreLayout(root, nodeFileSystem),
  fsync: 'off',
  command: 'settings',
});
