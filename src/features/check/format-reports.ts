import type { StaleEntry } from './stale-entries.js';

/** A finding in the form of the reports. */
interface ReportRow {
  readonly path: string;
  readonly line: number;
  readonly level: 'error' | 'warning';
  readonly id: string;
  readonly text: string;
}

/** Formats findings as annotations of GitHub Actions; a stale entry is a notice. */
export function formatAnnotations(rows: readonly ReportRow[], stale: readonly StaleEntry[]): string {
  const all = [
    ...rows,
    ...stale.map(({ entry, why }) => ({
      path: entry.path,
      line: entry.line,
      level: 'notice',
      text: `stale: ${why}`,
    })),
  ];
  return all
    .map(
      ({ path, line, level, text }) =>
        `::${level} file=${escapeText(path).replace(/[:,]/g, (sign) => (sign === ':' ? '%3A' : '%2C'))},line=${line},title=Daybook::${escapeText(text)}`,
    )
    .join('\n');
}

const escapeText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Formats findings as SARIF 2.1.0; each entry is a rule. */
export function formatSarif(rows: readonly ReportRow[], version: string): string {
  const rules = [...new Set(rows.map(({ id }) => id))];
  const log = {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Daybook', version, rules: rules.map((id) => ({ id })) } },
        results: rows.map(({ path, line, level, id, text }) => ({
          ruleId: id,
          ruleIndex: rules.indexOf(id),
          level,
          message: { text },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: line },
              },
            },
          ],
        })),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}
