import { SETTINGS, type SettingName } from '../wiki/settings.js';
import { verb } from './verb.js';

/** Every setting with value, default, unit and where its value comes from. */
export const config = verb({
  name: 'config',
  about: 'list every setting with its value, default, unit and origin',
  params: {},
  examples: ['daybook config'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think({ settings, zone }) {
    const rows = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const { value: preset, about, ...more } = SETTINGS[name];
      const value = name === 'timezone' && settings.timezone === '' ? zone : settings[name];
      const origin = settings[name] === preset ? 'default' : 'daybook.yaml';
      return { name, value, default: preset, unit: 'unit' in more ? more.unit : null, origin, about };
    });
    return {
      say: 'Settings, changed in `daybook.yaml` (`session.gap` is written `session: {gap: 30}`):',
      rows: rows.map(({ name, value, unit, origin, about }) => ({
        what: `**${name}** ${value}${unit ? ` ${unit}` : ''}${origin === 'default' ? '' : ` (${origin})`}`,
        why: about,
      })),
      data: { settings: rows },
      changes: [],
    };
  },
});
