import { hashOf } from './decode.js';

/** How much of the hash a cache carries: enough to notice any damage. */
const SEAL_LENGTH = 16;

/** A value as bytes that tell whether they are whole: for small caches, which may be damaged in any way (law 1). */
export function sealed(value: unknown): Uint8Array {
  const body = JSON.stringify(value);
  return Buffer.from(`${hashOf(body).slice(0, SEAL_LENGTH)} ${body}`);
}

/** What was sealed, or null where a single bit is not as it was. */
export function unsealed(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  const body = text.slice(SEAL_LENGTH + 1);
  return text.startsWith(`${hashOf(body).slice(0, SEAL_LENGTH)} `) ? JSON.parse(body) : null;
}
