import { suggestNames } from '../text/did-you-mean.js';
import { parseSchedule } from './cron-expression.js';
import {
  RETIRED_SETTINGS,
  SCHEDULE_UNIT,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
} from './settings.js';

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** Returns true for a setting of an earlier version, or a value in one. */
export const isRetiredSetting = (name: string): boolean =>
  RETIRED_SETTINGS.some((old) => name === old || name.startsWith(`${old}.`));

/** Deeper nesting than any setting is a mistake or an attack. */
const DEEPEST = 3;

/** Lists names and values of a parsed file: `session: {gap: 30}` is `session.gap`. */
export function listSettingValues(value: unknown, prefix = ''): readonly (readonly [string, unknown])[] {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    prefix.split('.').length > DEEPEST
  )
    return prefix === '' ? [] : [[prefix, value]];
  const rows: readonly (readonly [unknown, unknown])[] =
    value instanceof Map ? [...value] : Object.entries(value);
  return rows.flatMap(([key, inner]) =>
    listSettingValues(inner, prefix === '' ? String(key) : `${prefix}.${key}`),
  );
}

/** Asks whether a similar setting was meant; '' if there is none. */
export function suggestSetting(name: string): string {
  const [similar] = suggestNames(name, Object.keys(SETTINGS));
  return similar === undefined ? '' : `; did you mean \`${similar}\`?`;
}

/** Returns what is wrong with the value of a setting, or null. */
export function findSettingFault(name: SettingName, value: unknown): string | null {
  const row: SettingDefinition<string | number | boolean> = SETTINGS[name];
  if (typeof value !== typeof row.value || Number.isNaN(value)) {
    return `\`${name}\` must be a ${typeof row.value}, not ${JSON.stringify(value)}`;
  }
  if (row.choices && !row.choices.includes(String(value))) {
    return `\`${name}\` must be one of ${row.choices.join(', ')}, not ${JSON.stringify(value)}`;
  }
  if (typeof value === 'number' && (value < (row.least ?? value) || value > (row.most ?? value))) {
    return `\`${name}\` must be from ${row.least} to ${row.most} ${row.unit ?? ''}, not ${value}`;
  }
  if (row.unit === SCHEDULE_UNIT) {
    const read = parseSchedule(String(value));
    return read && 'fault' in read ? `\`${name}\` ${read.fault}` : null;
  }
  return isFit(name, value) ? null : `\`${name}\` cannot be ${JSON.stringify(value)}`;
}

function isFit(name: SettingName, value: unknown): boolean {
  if (name === 'timezone') return value === '' || isZone(String(value));
  if (name === 'content') return value === '.' || isInnerPath(String(value));
  if (name === 'notes.home') return value === '' || isInnerPath(String(value));
  if (name === 'context.target')
    return value === 'none' || (isInnerPath(String(value)) && /\.mdc?$/i.test(String(value)));
  return true;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns true for a path below the root that is not in the folder of our state. */
export function isInnerPath(path: string): boolean {
  if (/^[/\\]|^[A-Za-z]:|[\\\0]/.test(path)) return false;
  const parts = path.split('/');
  return parts[0] !== '.daybook' && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
