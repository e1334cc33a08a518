// Draws the tour as a terminal that types by itself: an SVG made of test/stories/tour.md. `node .ci/picture.mjs` writes it.
import { readFileSync, writeFileSync } from 'node:fs';

const COLUMNS = 80;
const ROWS = 24;
const LINE = 20;
const CHARACTER = 8.43;
const MARGIN = 16;
/** Seconds between an answer and the next command, for each typed character, and at the end. */
const PAUSE = 1.4;
const KEY = 0.028;
const REST = 5;

/** Commands of the tour that the picture shows, by their beginning. */
const SHOWN = ['daybook init', 'daybook log "decided', 'daybook recall', 'daybook search', 'daybook undo'];

/** Draws the picture of a story's text. */
export function drawTour(story) {
  const scenes = readCommands(story).filter(({ command }) =>
    SHOWN.some((start) => command.startsWith(start)),
  );
  const lines = [];
  let at = 0.6;
  for (const { command, output } of scenes) {
    const typed = wrap(`$ ${command}`);
    for (const [index, text] of typed.entries()) {
      lines.push({ text, at, kind: index === 0 ? 'command' : 'more' });
      at += text.length * KEY;
    }
    at += 0.3;
    for (const text of output.flatMap(wrap)) lines.push({ text, at, kind: kindOf(text) });
    lines.push({ text: '', at, kind: 'out' });
    at += PAUSE + output.length * 0.16;
  }
  return toSvg(lines, at + REST);
}

/** The commands of a story's fences, each with the lines that it prints. */
function readCommands(story) {
  const commands = [];
  for (const [, body] of story.matchAll(/^```sh\n(.*?)^```/gms))
    for (const line of body.trimEnd().split('\n'))
      if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] });
      else commands.at(-1)?.output.push(line);
  return commands;
}

const kindOf = (text) =>
  /^#/.test(text) ? 'head' : /^undo:|undo: daybook|^- next:/.test(text) ? 'hint' : 'out';

/** Breaks a line between words. */
function wrap(line) {
  const rows = [''];
  for (const word of line.split(/(?<= )/)) {
    if (rows.at(-1) !== '' && rows.at(-1).length + word.trimEnd().length > COLUMNS) rows.push('  ');
    rows[rows.length - 1] += word;
  }
  return rows.map((row) => row.trimEnd());
}

/** Lines appear at their second; the screen scrolls when it is full, and all begins again after `total` seconds. */
function toSvg(lines, total) {
  const width = Math.round(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = ROWS * LINE + 2 * MARGIN + 28;
  const share = (seconds) => `${((100 * seconds) / total).toFixed(2)}%`;
  const styles = lines.map(
    ({ at }, index) =>
      `.l${index}{animation:l${index} ${total.toFixed(1)}s step-end infinite}@keyframes l${index}{0%{opacity:0}${share(at)},100%{opacity:1}}`,
  );
  const scrolls = lines.flatMap(({ at }, index) =>
    index >= ROWS && at !== lines[index - 1].at
      ? [`${share(at)}{transform:translateY(-${(lastOf(lines, index) - ROWS + 1) * LINE}px)}`]
      : [],
  );
  const texts = lines.map(
    ({ text, kind }, index) =>
      `<text class="${kind} l${index}" x="0" y="${(index + 1) * LINE - 5}">${escapeXml(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: daybook init, log, recall, search and undo, with what each prints">
<style>
.page{fill:#ffffff;stroke:#d0d7de}.bar{fill:#f0f2f4}.dot{fill:#c8cdd3}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#1f2328}
.command{font-weight:600;fill:#0a3069}.more{font-weight:600;fill:#0a3069}.head{font-weight:600}.hint{fill:#59636e}
@media (prefers-color-scheme:dark){.page{fill:#0d1117;stroke:#30363d}.bar{fill:#161b22}.dot{fill:#484f58}text{fill:#e6edf3}.command,.more{fill:#79c0ff}.hint{fill:#9198a1}}
.screen{animation:scroll ${total.toFixed(1)}s step-end infinite}
@keyframes scroll{0%{transform:translateY(0)}${scrolls.join('')}}
${styles.join('\n')}
@media (prefers-reduced-motion:reduce){.screen,text{animation:none!important}}
</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<path class="bar" d="M1 28V8a7 7 0 0 1 7-7h${width - 16}a7 7 0 0 1 7 7v20z"/>
<circle class="dot" cx="18" cy="15" r="5"/><circle class="dot" cx="36" cy="15" r="5"/><circle class="dot" cx="54" cy="15" r="5"/>
<svg x="${MARGIN}" y="${28 + MARGIN}" width="${width - 2 * MARGIN}" height="${ROWS * LINE}"><g class="screen">
${texts.join('\n')}
</g></svg>
</svg>
`;
}

/** The last line that appears at the same second. */
function lastOf(lines, index) {
  let last = index;
  while (lines[last + 1]?.at === lines[index].at) last++;
  return last;
}

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

if (process.argv[1]?.endsWith('picture.mjs'))
  writeFileSync('content/guide/tour.svg', drawTour(readFileSync('test/stories/tour.md', 'utf8')));
