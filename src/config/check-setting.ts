import { suggestNames } from '../text/did-you-mean.js';
import { parseSchedule } from './cron-expression.js';
import { SCHEDULE_UNIT, SETTINGS, type SettingDefinition, type SettingName } from './settings.js';

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

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
  if (name === 'cron.tick') return 60 % Number(value) === 0;
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
