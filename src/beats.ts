import type { House } from './house.js';
import type { Request } from './store/store.js';

/** A beat so soon after another tells nothing new. */
const SOON_MS = 5000;

/** Tells the heartbeat that somebody asked for something now. */
export function beatAt(now: number, { store }: House): void {
  const last = store?.heartbeat()?.lastActivity;
  if (last === undefined || now < last || now - last >= SOON_MS) store?.beat(now);
}

/** A request counts as activity at the moment when it was asked. */
export function beatOf({ now }: Request, house: House): void {
  if ((house.store?.heartbeat()?.lastActivity ?? 0) < now) house.store?.beat(now);
}
