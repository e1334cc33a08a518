// Where a workspace keeps its state: the one folder below `.daybook/` that is named by an id.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const stateOf = (root, ...parts) =>
  join(
    root,
    '.daybook',
    readdirSync(join(root, '.daybook')).find((name) => /^[0-9a-f]{32}$/.test(name)) ?? '',
    ...parts,
  );
