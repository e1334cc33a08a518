import { OTHER } from '../../../notes/kinds/agent-files.js';
import { type AgentSetup, createRulesFile } from '../hook-entries.js';
import { createOwnedFile, type ManagedFile } from '../managed-settings-file.js';

/** An agent without hooks: rules, and a skill by which it counts and saves itself (MindSave §Self-Check Protocol). */
export const createGenericFiles = (setting: AgentSetup): readonly ManagedFile[] => [
  createOwnedFile(OTHER.skill, setting.template('agents/skill')),
  createRulesFile(OTHER.rules, setting),
];
