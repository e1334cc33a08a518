/** The name that a link gives its note: without folder, heading, block and `.md`, in lower case. */
export function linkName(target: string): string {
  const note = /^[^#]*/.exec(target)?.[0].trim() ?? '';
  return note
    .slice(note.lastIndexOf('/') + 1)
    .replace(/\.md$/i, '')
    .toLowerCase();
}

/** The names by which links may call the note at a path; the front page is called `index` too. */
export function namesOf(path: string): string[] {
  const name = linkName(path);
  return name === '_index' ? [name, 'index'] : [name];
}
