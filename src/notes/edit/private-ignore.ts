import { type Change, createEdit } from '../changes/change.js';
import { noteFolder, PRIVATE_FOLDER } from '../kinds/index.js';
import type { Notebook } from '../notebook.js';

/** Folders below the content folder that git never carries, whatever else a workspace shares. */
const FOLDERS: readonly string[] = [noteFolder('context-snapshot'), PRIVATE_FOLDER];

/** Lists the lines of `.gitignore` that keep these folders, and what leaves them for the archive, out of git. */
export const listPrivateIgnores = (): readonly string[] =>
  FOLDERS.flatMap((folder) => [folder, `${noteFolder('archive')}${folder}`]).map(
    (path) => `/${path.slice(0, -1)}`,
  );

/** Plans to keep the private folders out of git; nothing where the `.gitignore` of the notes does. */
export function planPrivateIgnore(notebook: Notebook, content = notebook.content): readonly Change[] {
  const path = `${content}/.gitignore`;
  if (notebook.unknown(path)) return [];
  const note = notebook.note(path);
  const lines = (note?.text ?? '').split(/\r\n|\n|\r/).map((line) => line.trim().replace(/\/$/, ''));
  const missing = listPrivateIgnores().filter((line) => !lines.includes(line));
  if (missing.length === 0) return [];
  const why = 'keeps private notes out of git';
  const text = missing.map((line) => `${line}\n`).join('');
  if (!note) return [{ kind: 'create', path, text, why }];
  const start = note.text === '' || note.text.endsWith('\n') ? '' : '\n';
  return createEdit({ path, hash: note.hash }, [{ at: note.text.length, old: '', new: start + text }], why);
}
