// Loaded before a bench: every flush takes as long as `FLUSH_MS` says, as on a disk that really flushes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const cell = new Int32Array(new SharedArrayBuffer(4));
for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const real = fs[name];
  fs[name] = (file) => {
    real(file);
    Atomics.wait(cell, 0, 0, Number(process.env.FLUSH_MS));
  };
}
syncBuiltinESMExports();
