import { escapeXml, type Timer, type TimerFile } from './types.js';

/** The agent for launchd.plist(5): it starts at login, at an interval in seconds, and after sleep. */
export const formatLaunchdAgent = (timer: Timer): TimerFile => ({
  name: `${timer.name}.plist`,
  text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(timer.name)}
  <key>ProgramArguments</key>
  <array>
${timer.command.map((word) => `    ${string(word)}\n`).join('')}  </array>
  <key>WorkingDirectory</key>
  ${string(timer.root)}
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(timer.env)
  .map(([name, value]) => `    <key>${escapeXml(name)}</key>\n    ${string(value)}\n`)
  .join('')}  </dict>
  <key>StartInterval</key>
  <integer>${timer.minutes * 60}</integer>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  ${string(timer.log)}
  <key>StandardErrorPath</key>
  ${string(timer.log)}
</dict>
</plist>
`,
});

const string = (text: string): string => `<string>${escapeXml(text)}</string>`;
