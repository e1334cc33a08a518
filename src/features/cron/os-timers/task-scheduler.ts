import { escapeXml, type Timer, type TimerFile } from './types.js';

/** The task of Windows Task Scheduler, for `schtasks /Create /XML`; a missed start is made up. */
export const formatScheduledTask = (timer: Timer): TimerFile => ({
  name: `${timer.name}.xml`,
  text: `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Daybook: what is due in ${escapeXml(timer.root)}</Description>
  </RegistrationInfo>
  <Triggers>
    <TimeTrigger>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Repetition>
        <Interval>PT${timer.minutes}M</Interval>
      </Repetition>
    </TimeTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT2H</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>${escapeXml(timer.command[0] ?? '')}</Command>
      <Arguments>${escapeXml(timer.command.slice(1).map(quoted).join(' '))}</Arguments>
      <WorkingDirectory>${escapeXml(timer.root)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`,
});

/** Quotes for CommandLineToArgvW: backslashes count only before a quote. */
const quoted = (word: string): string =>
  /^[\w./:=@\\-]+$/.test(word)
    ? word
    : `"${word.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`;
