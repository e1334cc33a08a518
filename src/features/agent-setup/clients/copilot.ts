import { COPILOT } from '../../../notes/kinds/agent-files.js';
import { type AgentSetup, createServerEntry } from '../hook-entries.js';
import { createManagedJson, type ManagedFile } from '../managed-settings-file.js';
import { createGenericFiles } from './generic.js';

/** GitHub Copilot: the server for VS Code and for the CLI, the skill and rules. */
export const createCopilotFiles = (setting: AgentSetup): readonly ManagedFile[] => [
  createManagedJson(COPILOT.editor, [{ ...createServerEntry(setting), at: ['servers', 'daybook'] }]),
  createManagedJson(COPILOT.servers, [createServerEntry(setting)]),
  ...createGenericFiles(setting),
];
