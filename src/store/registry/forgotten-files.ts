import { join } from 'node:path';
import { createHashKey } from '../../platform/encoding.js';
import { listFolder, makeFolder, OWN_FOLDER, readFile, replaceWhole } from '../../platform/file-io.js';
import { isOpenToOthers, isOwn } from '../../platform/file-owner.js';
import type { FileSystem } from '../../platform/file-system.js';
import { parseJson } from '../../text/json-value.js';
import type { RegistryContext } from './registry.js';

/** The forgotten text of this machine: the key of its hashes, and one record per `forget`. */
export interface ForgottenFiles {
  /** In hex. */
  readonly key: string;
  /** Parsed JSON, by file name. */
  readonly records: readonly { readonly name: string; readonly value: unknown }[];
}

const getForgottenFolder = (home: string): string => join(home, 'forgotten');
const KEY_FILE = 'key';
const RECORD = /^[\w-]+\.json$/;
const KEY = /^[0-9a-f]{64}$/;
const LARGEST = 16 * 1024 * 1024;

/** Reads the records of forgotten text; null if there are none. Skips damaged files, and files that others may write. */
export function readForgottenFiles(port: FileSystem, home: string): ForgottenFiles | null {
  const folder = getForgottenFolder(home);
  const names = listFolder(port, folder, 'EACCES').map(({ name }) => name);
  const key = names.includes(KEY_FILE) ? (readOwnText(port, join(folder, KEY_FILE))?.trim() ?? '') : '';
  if (!KEY.test(key)) return null;
  const records = names
    .filter((name) => RECORD.test(name))
    .sort()
    .flatMap((name) => {
      const value = parseJson(readOwnText(port, join(folder, name)) ?? '') ?? null;
      return value === null ? [] : [{ name, value }];
    });
  return { key, records };
}

/** Returns the key, created by the first `forget`. */
export function ensureForgottenKey(store: RegistryContext): string {
  const { port, home } = store;
  const known = readForgottenFiles(port, home);
  if (known) return known.key;
  const key = createHashKey();
  writeForgottenFile(store, KEY_FILE, `${key}\n`);
  return key;
}

/** Writes one record, durably; one of the same name is replaced. */
export const writeForgottenRecord = (store: RegistryContext, name: string, value: unknown): void =>
  writeForgottenFile(store, name, `${JSON.stringify(value)}\n`);

function writeForgottenFile({ port, home, fsync, nonce }: RegistryContext, name: string, text: string): void {
  const folder = getForgottenFolder(home);
  makeFolder(port, folder, OWN_FOLDER, fsync);
  const part = join(folder, `.${nonce()}.part`);
  replaceWhole(port, { path: join(folder, name), part, fsync }, Buffer.from(text));
}

function readOwnText(port: FileSystem, path: string): string | null {
  try {
    const read = readFile(port, path, LARGEST);
    if (!read || !isOwn(read.stat) || isOpenToOthers(read.stat)) return null;
    return Buffer.from(read.bytes).toString('utf8');
  } catch {
    return null;
  }
}
