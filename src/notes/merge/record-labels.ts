/** The number of a record in its heading, such as `20260607-001`. */
const LABEL = /^(\s{0,3}#{1,6}[ \t]+.*?\b)(\d{8}-\d{3,9})(?=\D|$)/;
/** A heading with such a number, and the id below it. */
const LABELLED = /^( {0,3}#{1,6}[ \t][^\r\n]*?\b)(\d{8}-\d{3,9})(?=\D|$)([^\r\n]*\r?\n\^([\w-]+)[ \t]*)$/gm;

/** Returns the number of a record; null if it has none. */
export const findRecordLabel = (record: string): string | null => LABEL.exec(record)?.[2] ?? null;

/** Replaces the number of a record. */
export const setRecordLabel = (record: string, label: string | null): string =>
  label === null ? record : record.replace(LABEL, (_, head: string) => head + label);

const mapLabels = (text: string, change: (id: string, label: string) => string): string =>
  text.replace(
    LABELLED,
    (_, head: string, label: string, rest: string, id: string) => head + change(id, label) + rest,
  );

/** Lists the numbers of the records of a text by their ids. */
function listLabels(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(LABELLED)].map(([, , label = '', , id = '']) => [id, label]));
}

/** Gives the records of a text the numbers that they have in another one. */
export function copyLabels(text: string, from: string): string {
  const labels = listLabels(from);
  return mapLabels(text, (id, label) => labels.get(id) ?? label);
}

/** Gives records with the number of an earlier one, by their ids, the next free number of the day. */
export function settleLabels(text: string): string {
  const labels = new Map([...listLabels(text)].sort(([a], [b]) => (a < b ? -1 : 1)));
  const used = new Set(labels.values());
  const seen = new Set<string>();
  for (const [id, label] of labels) {
    const own = seen.has(label) ? nextRecordLabel(label.slice(0, 8), used) : label;
    for (const set of [seen, used]) set.add(own);
    labels.set(id, own);
  }
  return mapLabels(text, (id, label) => labels.get(id) ?? label);
}

/** Returns the number after the last one of a day. */
export function nextRecordLabel(day: string, used: Iterable<string>): string {
  const numbers = [...used].flatMap((label) => (label.startsWith(day) ? [Number(label.slice(9))] : []));
  return `${day}-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}
