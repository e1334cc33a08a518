import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../support/workspace.js';

/** Every file of a workspace and of its home, the state folders included, by path, its bytes as Latin-1. */
export function everyFile({ root, home }: Pick<Workspace, 'root' | 'home'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: string) => {
    for (const item of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const path = join(folder, item.name);
      if (item.isDirectory()) walk(path);
      else if (item.isFile()) found.set(path, `${path}\n${readFileSync(path, 'latin1')}`);
    }
  };
  for (const folder of [root, home]) walk(folder);
  return found;
}

/** Which of these texts are anywhere on the disk, and where. */
export function traces(bench: Workspace, texts: readonly string[]): readonly string[] {
  const files = [...everyFile(bench)];
  return texts.flatMap((text) => {
    const wanted = Buffer.from(text).toString('latin1');
    const holders = files.filter(([, bytes]) => bytes.includes(wanted)).map(([path]) => path);
    return holders.length === 0 ? [] : [`${text} in ${holders.join(', ')}`];
  });
}
