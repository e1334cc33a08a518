import { OTHER } from '../../kinds/agents.js';
import { type Piece, wholePiece } from './piece.js';
import { rulesPiece, type Setting } from './setting.js';

/** An agent without hooks: a skill that tells it to count and save by itself (MindSave §Self-Check Protocol), and rules. */
export const other = (setting: Setting): readonly Piece[] => [
  wholePiece(OTHER.skill, setting.template('agents/skill')),
  rulesPiece(OTHER.rules, setting),
];
