import { SETTINGS, type Settings } from './settings.js';

/** The settings where nobody changed one. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { value }]) => [name, value]),
) as Settings;
