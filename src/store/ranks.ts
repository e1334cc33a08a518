import { join } from 'node:path';
import { readFile, statAt } from './file.js';
import { type Port, realPort } from './port.js';

/** The file that the tokenizer looks ranks up in; the build writes it beside the bundle. */
export function readRanks(port: Port = realPort): Uint8Array {
  const places = [join(import.meta.dirname, NAME), join(import.meta.dirname, '..', '..', 'dist', NAME)];
  const path = places.find((one) => statAt(port, one));
  const read = path === undefined ? null : readFile(port, port.realpath(path));
  if (!read) throw new Error(`the file ${NAME} is missing from this installation: npm run build`);
  return read.bytes;
}

const NAME = 'o200k.ranks';
