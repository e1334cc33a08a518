import { OTHER } from '../../../notes/kinds/agent-files.js';
import { type AgentSetup, createRulesFile } from '../hook-entries.js';
import { createOwnedFile, type ManagedFile } from '../managed-settings-file.js';

/** An agent without hooks: a skill that tells it to count and save by itself (MindSave §Self-Check Protocol), and rules. */
export const createGenericFiles = (setting: AgentSetup): readonly ManagedFile[] => [
  createOwnedFile(OTHER.skill, setting.template('agents/skill')),
  createRulesFile(OTHER.rules, setting),
];
