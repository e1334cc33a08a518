import type { LocalTime } from '../dates/local-time.js';
import { createFingerprint } from '../notes/entries/ids.js';
import { type KindName, noteFolder, notePath } from '../notes/kinds/index.js';
import type { Notebook } from '../notes/notebook.js';

/** The longest topic (MindSave §/save). */
const MAX_LENGTH = 20;

/**
 * A topic as the first part of a file name: at most 20 of `[A-Za-z0-9_]` (MindSave §/save). What letters of other
 * scripts say becomes a hash, so that two Chinese topics have two names, and one topic always the same.
 */
export function formatTopicName(topic: string): string {
  const plain = topic.normalize('NFKD').replace(/\p{M}/gu, '');
  const name = joined(plain);
  const isWhole = !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(plain.replace(/[A-Za-z0-9]/g, ''));
  if (isWhole && name !== '') return trimmed(name.slice(0, MAX_LENGTH));
  const mark = createFingerprint(topic.trim());
  const start = trimmed(name.slice(0, MAX_LENGTH - mark.length - 1));
  return `${start || 'topic'}_${mark}`;
}

const joined = (text: string): string => trimmed(text.replace(/[^A-Za-z0-9]+/g, '_'));
const trimmed = (name: string): string => name.replace(/^_+|_+$/g, '');

/** The topic in a snapshot's id: without its day, its number and the mark of an overflow. */
export const parseSnapshotTopic = (id: string): string =>
  id.replace(/^OVF_/, '').replace(/_\d{4}-?\d{2}-?\d{2}(?:T\d{6})?(?:-\d+)?$/, '');

/** A moment within a file name: `20260607T143205`. */
export const formatFileTimestamp = ({ iso }: LocalTime): string => iso.slice(0, 19).replace(/[-:]/g, '');

/** A part of a file name that every file system accepts, for names of tasks, phases and agents. */
export function formatFileNamePart(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, '');
  const isWhole = !/[\p{L}\p{N}]/u.test(
    text
      .replace(/[A-Za-z0-9]/g, '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, ''),
  );
  const short = name.slice(0, 60).replace(/(?<![_-])[_-]+$/, '');
  return isWhole && short !== '' ? short : [short, createFingerprint(text.trim())].filter(Boolean).join('_');
}

/**
 * A name that no note of a kind has, in the archive neither: `-2`, `-3` behind it as need be. Case does not tell names
 * apart, as some file systems do not see it.
 */
function findFreeName(notebook: Notebook, kind: KindName, name: string): string {
  const [folder, archive] = [noteFolder(kind), noteFolder('archive')];
  const taken = new Set(
    notebook
      .list()
      .map((path) => path.slice(notebook.content.length + 1))
      .map((path) => (path.startsWith(archive) ? path.slice(archive.length) : path))
      .filter((path) => path.startsWith(folder))
      .map((path) => path.toLowerCase()),
  );
  const isTaken = (one: string) =>
    taken.has(`${folder}${one}.md`.toLowerCase()) ||
    notebook.note(`${notebook.content}/${folder}${one}.md`) !== null;
  if (!isTaken(name)) return name;
  let turn = 2;
  while (isTaken(`${name}-${turn}`)) turn++;
  return `${name}-${turn}`;
}

/** The path of a new note whose name no other note of its kind has, and that name. */
export function createUniqueNotePath(notebook: Notebook, kind: KindName, wanted: string) {
  const name = findFreeName(notebook, kind, wanted);
  return { name, path: `${notebook.content}/${notePath(kind, { name })}` };
}

/** The topic of a snapshot without a goal. */
export const UNNAMED = 'session';
