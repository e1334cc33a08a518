import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  formatCrontabBlock,
  formatLaunchdAgent,
  formatScheduledTask,
  formatSystemdUnits,
  removeCrontabBlock,
  setCrontabBlock,
  type Timer,
} from '../../../../src/features/cron/os-timers.js';
import { createRandom } from '../../../support/random.js';
import { freshFolder } from '../../../support/store-root.js';
import { SEED } from '../../../support/workspace.js';

/** Everything that some scheduler reads as its own. */
const ODD = `it's "50 %" & <odd> $HOME \\ ${'`x`'} wörk`;
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function timerAt(root: string, more: Partial<Timer> = {}): Timer {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'say'), '#!/bin/sh\nprintf "%s|" "$PWD" "$MARK" "$@" > said\n', { mode: 0o755 });
  return {
    name: 'daybook-0123abcd',
    root,
    command: [join(root, 'say'), 'cron', 'tick', '--workspace', root],
    env: { MARK: ODD },
    minutes: 15,
    log: join(root, 'cron.log'),
    ...more,
  };
}

describe('the block of a crontab', () => {
  const odd = timerAt(join(freshFolder(), ODD));

  it('quotes any folder name correctly for sh', () => {
    const [, line = ''] = formatCrontabBlock(odd).split('\n');
    const [, command = ''] = /^\*\/15 \* \* \* \* (.*)$/.exec(line) ?? [];
    expect(command).not.toMatch(/(?<!\\)%/);
    execFileSync('sh', ['-c', command.replaceAll('\\%', '%')], { env: {} });
    const said = execFileSync('cat', ['said'], { cwd: odd.root, encoding: 'utf8' });
    expect(said).toBe(`${[odd.root, ODD, 'cron', 'tick', '--workspace', odd.root].join('|')}|`);
  });

  it('goes in and out of any crontab, and every other byte stays', () => {
    const random = createRandom(SEED);
    const other = timerAt(join(freshFolder(), 'other'), { name: 'daybook-ffff0000' });
    const lines = [
      '# mine',
      '',
      '5 5 * * * true',
      'MAILTO=me',
      '\t# tab',
      '# >>> another tool >>>',
      `# ${odd.name}`,
      '\r',
    ];
    for (let turn = 0; turn < 500; turn++) {
      const text = Array.from(
        { length: Math.floor(random() * 6) },
        () => lines[Math.floor(random() * lines.length)],
      ).join('\n');
      const crontab = random() < 0.5 ? text : `${text}\n`;
      const once = setCrontabBlock(crontab, odd);
      expect(setCrontabBlock(once, odd), `seed ${SEED}`).toBe(once);
      expect(removeCrontabBlock(once, odd)).toBe(crontab);
      const both = setCrontabBlock(once, other);
      expect(removeCrontabBlock(removeCrontabBlock(both, odd), other)).toBe(crontab);
      expect(removeCrontabBlock(both, other)).toBe(once);
      expect(setCrontabBlock(both, { ...odd, minutes: 5 }).split('*/15').length).toBe(2);
    }
    expect(removeCrontabBlock('# mine\n', odd)).toBe('# mine\n');
  });

  it('whose end is gone is left alone', () => {
    const torn = formatCrontabBlock(odd).split('\n').slice(0, 2).join('\n');
    expect(() => setCrontabBlock(torn, odd)).toThrow(/no `# <<< daybook-0123abcd <<<` behind it/);
  });
});

describe('timers of other schedulers', () => {
  it.each([1, 15, 60])('systemd finds nothing wrong with its units, every %i minutes', (minutes) => {
    const timer = timerAt(join(freshFolder(), ODD), { minutes });
    const units = formatSystemdUnits(timer);
    expect(units.map(({ name }) => name)).toEqual(['daybook-0123abcd.service', 'daybook-0123abcd.timer']);
    expect(units[1]?.text).toMatch(/^Persistent=true$/m);
    const calendar = /^OnCalendar=(.*)$/m.exec(units[1]?.text ?? '')?.[1] ?? '';
    if (!has('systemd-analyze'))
      return console.log('systemd: units not verified, since systemd-analyze is not here');
    const folder = freshFolder();
    for (const { name, text } of units) writeFileSync(join(folder, name), text);
    const paths = units.map(({ name }) => join(folder, name));
    const options = {
      encoding: 'utf8' as const,
      env: { ...process.env, XDG_RUNTIME_DIR: folder, LC_ALL: 'C' },
    };
    const verified = spawnSync('systemd-analyze', ['verify', '--user', '--man=no', ...paths], options);
    expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, '']);
    const next = spawnSync('systemd-analyze', ['calendar', '--iterations=3', calendar], options);
    const times = [...next.stdout.matchAll(/\d\d:\d\d:00/g)].map(([time]) => time);
    expect(new Set(times).size, next.stdout + next.stderr).toBeGreaterThanOrEqual(3);
  });

  it('the property list of launchd has the intended values', () => {
    const timer = timerAt(join(freshFolder(), ODD));
    const list = parsed(
      'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))',
      Buffer.from(formatLaunchdAgent(timer).text),
    );
    if (list === null) return console.log('launchd: property list not parsed, since python3 is not here');
    expect(list).toEqual({
      Label: timer.name,
      ProgramArguments: timer.command,
      WorkingDirectory: timer.root,
      EnvironmentVariables: { MARK: ODD },
      StartInterval: 900,
      RunAtLoad: true,
      ProcessType: 'Background',
      StandardOutPath: timer.log,
      StandardErrorPath: timer.log,
    });
  });

  it('the task of Windows parses, and its words are quoted as Windows reads them', () => {
    const timer = timerAt(join(freshFolder(), ODD), {
      command: ['C:\\node.exe', 'C:\\a b\\', 'say "x\\"', 'plain'],
    });
    const read = parsed(
      'import json, sys, xml.etree.ElementTree as e; t = e.fromstring(sys.stdin.buffer.read()); print(json.dumps({x.tag.split("}")[1]: x.text for x in t.iter() if len(x) == 0}))',
      Buffer.from(`\uFEFF${formatScheduledTask(timer).text}`, 'utf16le'),
    );
    if (read === null) return console.log('schtasks: XML not parsed, since python3 is not here');
    expect(read).toMatchObject({
      Command: 'C:\\node.exe',
      Arguments: '"C:\\a b\\\\" "say \\"x\\\\\\"" plain',
      WorkingDirectory: timer.root,
      Interval: 'PT15M',
      StartWhenAvailable: 'true',
    });
  });
});

function parsed(script: string, input: Uint8Array): unknown {
  if (!has('python3')) return null;
  return JSON.parse(execFileSync('python3', ['-c', script], { input, encoding: 'utf8' }));
}
