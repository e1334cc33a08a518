import { expect, it } from 'vitest';
import { formatShortDay } from '../../../src/dates/calendar.js';

it.each([
  ['2026-07-13', '13 Jul'],
  ['2026-01-05', '5 Jan'],
  ['2025-08-15', '15 Aug'],
  ['2025-08-14', '14 Aug 2025'],
  ['2019-12-31', '31 Dec 2019'],
  ['2027-07-01', '1 Jul 2027'],
])('%s: %s', (date, text) => expect(formatShortDay(date, '2026-07-14')).toBe(text));
