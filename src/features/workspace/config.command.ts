import { defineCommand } from '../../command/define-command.js';
import { SETTINGS, type SettingName } from '../../config/settings.js';

/** Lists every setting with value, default, unit and origin. */
export const config = defineCommand({
  name: 'config',
  description: 'list every setting with its value, default, unit and origin',
  group: 'Keep',
  params: {},
  examples: ['daybook config'],
  surfaces: ['cli'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  plan({ settings, zone }) {
    const rows = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const { value: preset, about, ...more } = SETTINGS[name];
      const value = name === 'timezone' && settings.timezone === '' ? zone : settings[name];
      const origin = settings[name] === preset ? 'default' : 'daybook.yaml';
      return { name, value, default: preset, unit: 'unit' in more ? more.unit : null, origin, about };
    });
    return {
      message: 'Settings, changed in `daybook.yaml` (`session.gap` is written `session: {gap: 30}`):',
      items: rows.map(({ name, value, unit, origin, about }) => ({
        type: name,
        what: `${value}${unit ? ` ${unit}` : ''}${origin === 'default' ? '' : ` (${origin})`}`,
        why: about,
      })),
      data: { settings: rows },
      changes: [],
    };
  },
});
