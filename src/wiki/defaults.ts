import { SETTINGS, type Setting, type Settings } from './settings.js';

/** The settings where nobody changed one. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { value }]) => [name, value]),
) as Settings;

/** What a value is judged by: names, ranges and choices. */
export const JUDGED_BY = Object.entries(SETTINGS as Readonly<Record<string, Setting<unknown>>>)
  .map(([name, { least, most, choices }]) => [name, least, most, choices].join())
  .join(' ');
