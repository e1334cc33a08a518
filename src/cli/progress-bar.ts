const LENGTH = 30;

/** Creates a function that shows progress, 0–1, on one line of a terminal, and removes the line at the end. */
export function createProgressBar(write: (text: string) => void): (what: string, done: number) => void {
  let shown = -1;
  return (what, done) => {
    const percent = Math.floor(done * 100);
    if (percent === shown) return;
    shown = percent;
    const full = Math.round(done * LENGTH);
    const bar = '#'.repeat(full) + '.'.repeat(LENGTH - full);
    write(percent < 100 ? `\r${what} ${bar} ${percent} %` : '\r\x1b[K');
  };
}
