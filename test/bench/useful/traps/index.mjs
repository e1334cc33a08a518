// The twelve traps. Their texts were written for this benchmark without knowledge of the rules of Daybook.
import { deprecatedScript } from './deprecated-script.mjs';
import { forbiddenFile } from './forbidden-file.mjs';
import { forbiddenFlag } from './forbidden-flag.mjs';
import { handWrittenRule } from './hand-written-rule.mjs';
import { packageManager } from './package-manager.mjs';
import { productionCommand } from './production-command.mjs';
import { renamedPath } from './renamed-path.mjs';
import { reversedDecision } from './reversed-decision.mjs';
import { secretFile } from './secret-file.mjs';
import { solvedProblem } from './solved-problem.mjs';
import { wrongPort } from './wrong-port.mjs';
import { wrongTestCommand } from './wrong-test-command.mjs';

export const TRAPS = [
  packageManager,
  forbiddenFile,
  reversedDecision,
  renamedPath,
  solvedProblem,
  wrongPort,
  forbiddenFlag,
  wrongTestCommand,
  deprecatedScript,
  secretFile,
  productionCommand,
  handWrittenRule,
];
