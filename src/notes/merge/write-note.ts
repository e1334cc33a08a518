import type { NoteSection, NoteStructure, NoteUnit } from './note-units.js';

/**
 * Writes sections as a note. Blank lines stay as they are where a unit follows one of the same kind as before. The
 * text is returned only if `parse` finds the same units in it; with more blank lines if that is needed, else null.
 */
export function writeNote(
  sections: readonly NoteSection[],
  tail: string,
  parse: (text: string) => NoteStructure,
): string | null {
  const units = sections.flatMap(listUnits);
  for (const chooseLead of [keepLead, widenLead]) {
    const text = units.map((unit, at) => chooseLead(unit, units[at - 1]) + unit.source).join('\n') + tail;
    if (isSame(parse(text).sections.flatMap(listUnits), units)) return text;
  }
  return null;
}

const listUnits = ({ heading, units }: NoteSection): readonly NoteUnit[] =>
  heading === null ? units : [heading, ...units];

/** The blank lines before a unit: its own behind a unit of the same kind as before, none between items, else one. */
function keepLead({ kind, lead, after }: NoteUnit, before: NoteUnit | undefined): string {
  if (after === (before?.kind ?? null)) return lead;
  return before === undefined || (kind === 'line' && before.kind === 'line') ? '' : '\n';
}

const widenLead = (_: NoteUnit, before: NoteUnit | undefined): string => (before === undefined ? '' : '\n');

const isSame = (found: readonly NoteUnit[], wanted: readonly NoteUnit[]): boolean =>
  found.length === wanted.length &&
  found.every(({ kind, source }, at) => kind === wanted[at]?.kind && source === wanted[at]?.source);
