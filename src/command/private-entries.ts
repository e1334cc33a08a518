import type { EntryType } from '../notes/entry-types.js';
import type { CommandContext } from './define-command.js';

/** Returns true for a type whose entries this workspace keeps in its private memory: preferences, by its setting. */
export const isKeptPrivate = ({ settings }: Pick<CommandContext, 'settings'>, type: EntryType): boolean =>
  type === 'preference' && settings['memory.preferences'] === 'private';
