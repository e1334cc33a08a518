import { join } from 'node:path';
import { decode } from './decode.js';
import { readFile, statAt } from './file.js';
import { type Port, realPort } from './port.js';

/** A shipped template by the name of its kind; they lie beside the bundle, and beside `src` in the repository. */
export function readTemplate(name: string, port: Port = realPort): string {
  const folders = [
    join(import.meta.dirname, '..', 'templates'),
    join(import.meta.dirname, '..', '..', 'templates'),
  ];
  const path = folders.map((folder) => join(folder, `${name}.md`)).find((one) => statAt(port, one));
  const read = path === undefined ? null : readFile(port, port.realpath(path));
  const text = read && decode(read.bytes)?.text;
  if (!text) throw new Error(`the template ${name} is missing from this installation`);
  return text;
}
