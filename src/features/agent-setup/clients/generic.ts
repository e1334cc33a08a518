import { OTHER } from '../../../notes/kinds/agent-files.js';
import { type AgentSetup, rulesFile } from '../hook-config.js';
import { type ManagedFile, ownedFile } from '../managed-file.js';

/** An agent without hooks: a skill that tells it to count and save by itself (MindSave §Self-Check Protocol), and rules. */
export const other = (setting: AgentSetup): readonly ManagedFile[] => [
  ownedFile(OTHER.skill, setting.template('agents/skill')),
  rulesFile(OTHER.rules, setting),
];
