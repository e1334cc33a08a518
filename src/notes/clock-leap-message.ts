const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Formats the warning that the clock may be wrong and names what is paused until it is confirmed. */
export const describeLeap = (now: number, newest: number): string =>
  `the clock says ${dayOf(now)}, but the last thing recorded here is of ${dayOf(newest)}: nothing is archived or forgotten by age until two days are recorded under this clock; check the date of this computer`;
