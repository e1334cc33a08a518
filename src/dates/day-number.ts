const DAY = 86_400_000;

/** A local day as a number that two bytes hold: days since 1970, 0 for no day. Years 1970–2149. */
export function toDayNumber(day: string | null): number {
  if (!day) return 0;
  const number = Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY;
  return number > 0 && number <= 0xffff ? number : 0;
}

/** The day of a number, or null for 0. */
export const fromDayNumber = (number: number): string | null =>
  number ? new Date(number * DAY).toISOString().slice(0, 10) : null;
