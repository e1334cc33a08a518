import { scan } from '../../markdown/scan.js';

/** What a note is called: its first heading, else the name of its file. */
export function titleOf(text: string, path: string): string {
  const heading = scan(text).blocks.find(({ kind, text: own }) => kind === 'heading' && own !== '');
  return (
    heading?.text.replace(/(?<!\s)\s*\n\s*/g, ' ') ??
    path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  );
}
