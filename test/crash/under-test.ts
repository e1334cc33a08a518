/* What the trials try, as one module: it is bundled as it is, and once for each safeguard that is switched off. */
export { scan } from '../../src/markdown/scan.js';
export { unproven } from '../../src/proof.js';
export { acquire, Locked } from '../../src/store/lock.js';
export { thisMachine } from '../../src/store/machine.js';
export { realPort } from '../../src/store/port.js';
export { parseLines } from '../../src/store/record-line.js';
export { Moved, openStore } from '../../src/store/store.js';
