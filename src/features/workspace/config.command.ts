import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { defineText, defineWord, requireChoice } from '../../command/params.js';
import { findSettingFault, isSettingName, suggestSetting } from '../../config/check-setting.js';
import {
  getSettingGroup,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
} from '../../config/settings.js';
import { createUsageError } from '../../errors.js';
import { planSwitch } from '../off-switch/plan-switch.js';

/** Lists every setting with value, default, unit and origin, and changes one in `daybook.yaml`. */
export const config = defineCommand({
  name: 'config',
  description: 'list every setting with its value, default, unit and origin; set one',
  group: 'Keep',
  params: {
    act: defineWord('what to do'),
    name: defineWord('the setting'),
    value: defineWord('its new value'),
    session: defineText('a session other than that of the agent that runs this', 'ID'),
  },
  actions: {
    list: { description: 'list every setting' },
    set: {
      description: 'write a setting into daybook.yaml',
      params: {
        name: { required: true, description: 'the setting, such as session.gap' },
        value: { required: true, description: 'its new value' },
      },
    },
    agents: {
      description: 'switch hooks and tool writes off, or on again, for one agent session',
      params: { name: { required: true, description: '`off` or `on`' }, session: {} },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook config',
    'daybook config set session.gap 45',
    'daybook config agents off',
    'daybook config agents off --session s1',
  ],
  plan(ctx, { act, name = '', value = '', session }) {
    if (act === 'agents') {
      requireChoice('daybook config agents', name, ['off', 'on']);
      return planSwitch(ctx, name === 'on' ? 'on' : 'off', session);
    }
    return act === 'set' ? planSetting(ctx, name, value) : listSettings(ctx);
  },
});

function listSettings({ settings, zone }: CommandContext): CommandReply {
  const rows = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
    const { value: preset, about, choices, unit }: SettingDefinition<unknown> = SETTINGS[name];
    const value = name === 'timezone' && settings.timezone === '' ? zone : settings[name];
    const origin = settings[name] === preset ? 'default' : 'daybook.yaml';
    const group = getSettingGroup(name);
    return { name, group, value, default: preset, unit: unit ?? null, choices: choices ?? [], origin, about };
  });
  return {
    message: 'Settings. To change one: daybook config set NAME VALUE',
    items: rows.map(({ name, group, value, unit, origin, about }) => ({
      group,
      type: name,
      what: `${value}${unit ? ` ${unit}` : ''}${origin === 'default' ? '' : ` (${origin})`}`,
      why: about,
    })),
    data: { settings: rows },
  };
}

/** Plans to write one value into the file; its comments and other lines stay. */
function planSetting(
  { notebook, query, settings }: CommandContext,
  name: string,
  typed: string,
): CommandReply {
  if (!isSettingName(name))
    throw createUsageError(`no setting \`${name}\`${suggestSetting(name)}`, 'list them: daybook config');
  const value = parseValue(typed, SETTINGS[name].value);
  const fault = findSettingFault(name, value);
  if (fault !== null) throw createUsageError(fault, `see it: daybook config; or edit daybook.yaml`);
  const note = notebook.note('daybook.yaml');
  if (!note) throw new UserError('no-settings', 'there is no daybook.yaml here', 'make it: daybook init');
  const [outer = name, inner] = name.split('.');
  try {
    const key: readonly [string, string?] = inner === undefined ? [name] : [outer, inner];
    const splices = query('yaml').setYamlValue(note.text, key, value);
    return {
      message: `${name} is ${JSON.stringify(value)}; before: ${JSON.stringify(settings[name])}`,
      data: { set: { name, value, before: settings[name] } },
      changes: [{ kind: 'edit', path: note.path, base: note.hash, splices, why: `set ${name}` }],
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      'bad-settings',
      `daybook.yaml: the setting cannot be written: ${error.message}`,
      'edit the file',
    );
  }
}

/** Reads a typed value as the kind that the setting has; a text that is none stays a text, which is refused. */
function parseValue(typed: string, preset: string | number): string | number {
  if (typeof preset === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed)))
    return Number(typed);
  return typed;
}
