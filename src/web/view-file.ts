import { createHash } from 'node:crypto';
import { defineCommand } from '../command/define-command.js';
import { toEntryJson } from '../command/entry-format.js';
import { escapeHtml } from '../html/escape-html.js';
import { renderMarkdown } from '../html/render-markdown.js';
import { type Entry, formatEntryText } from '../notes/entries/entry.js';
import { getNoteKind } from '../notes/kinds/note-kind.js';
import { isPrivateNote } from '../notes/kinds/note-paths.js';
import { readTitle } from '../notes/links/note-name.js';
import { pluralize } from '../text/pluralize.js';
import { LOOK } from './look.js';

/** Input of `view`: `to` is the absolute path, `name` the path as the user typed it. */
export interface ViewInput {
  readonly to: string;
  readonly name: string;
  readonly days: number | undefined;
  readonly kind: readonly string[];
  readonly private: boolean;
}

/** A note with the entries to show. */
interface ViewedNote {
  readonly title: string;
  readonly path: string;
  readonly entries: readonly Entry[];
}

const WRITE_TIMEOUT_MS = 30_000;

/** Creates the command that writes the memory as one HTML file. `assets` are inlined. */
export const createViewCommand = (assets: { readonly style: string; readonly script: string }) =>
  defineCommand({
    ...LOOK,
    name: 'view',
    description: 'write this memory as one HTML file',
    params: {
      to: { kind: 'text', required: true, description: 'the file' },
      name: { kind: 'text', required: true, description: 'the file as the user typed it' },
      days: { kind: 'number', description: 'only entries of the last days' },
      kind: { kind: 'text', repeatable: true, description: 'only notes of these kinds' },
      private: { kind: 'flag', description: 'with the private notes' },
    },
    plan(ctx, { to, name, days, kind, private: withPrivate }) {
      const { notebook } = ctx;
      const since = days === undefined ? null : ctx.local(ctx.now - days * 86_400_000).date;
      const isWanted = (path: string) =>
        (withPrivate || !isPrivateNote(path, notebook.content)) &&
        (kind.length === 0 || kind.includes(getNoteKind(path, notebook.content).name));
      const notes = notebook
        .list()
        .filter(isWanted)
        .flatMap((path): ViewedNote[] => {
          const note = notebook.note(path);
          const entries = note ? ctx.entries(note).map((entry) => toEntryJson(ctx, entry)) : [];
          const shown = entries.filter(
            ({ at }) => since === null || (at !== null && at.slice(0, 10) >= since),
          );
          return note && shown.length > 0
            ? [
                {
                  title: readTitle(note.text, path),
                  path: path.slice(notebook.content.length + 1),
                  entries: shown,
                },
              ]
            : [];
        });
      const count = notes.reduce((sum, { entries }) => sum + entries.length, 0);
      const date = ctx.local(ctx.now).date;
      const left = withPrivate ? '' : ' Private notes are left out.';
      return {
        message: `Wrote ${pluralize(count, 'entry', 'entries')} of ${pluralize(notes.length, 'note')} to ${name}.${left}`,
        data: { path: name, entries: count, notes: notes.length },
        changes: [],
        effects: [
          {
            kind: 'file',
            path: to,
            text: renderViewFile(notes, { ...assets, date, count }),
            timeoutMs: WRITE_TIMEOUT_MS,
          },
        ],
      };
    },
  });

interface ViewFrame {
  readonly style: string;
  readonly script: string;
  readonly date: string;
  readonly count: number;
}

/** Renders the file. Its policy allows only the inlined style and script, and no request. */
export function renderViewFile(
  notes: readonly ViewedNote[],
  { style, script, date, count }: ViewFrame,
): string {
  const allow = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="Daybook">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${allow(style)}; script-src ${allow(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Memory, ${date}</title>
<style>${style}</style>
</head>
<body class="view">
<header class="top"><span class="brand">Memory</span><label class="find"><span class="visually-hidden">Search</span><input type="search" id="find" placeholder="Search ${count} entries" autocomplete="off"></label></header>
<div class="sheet"><main>
<h1>Memory</h1>
<p class="crumbs">${pluralize(count, 'entry', 'entries')} of ${pluralize(notes.length, 'note')}, ${date}</p>
<p id="total" role="status"></p>
${notes.map(renderViewNote).join('\n')}
</main></div>
<script>${script}</script>
</body>
</html>
`;
}

const renderViewNote = ({ title, path, entries }: ViewedNote): string =>
  `<section><h2>${escapeHtml(title)}</h2><p class="crumbs">${escapeHtml(path)}</p><ul class="entries">${entries.map(renderViewEntry).join('')}</ul></section>`;

/** Wiki links have no target in the file, so they are shown as text. */
function renderViewEntry(entry: Entry): string {
  const text = `${formatEntryText(entry)}${entry.why === null ? '' : ` — ${entry.why}`}`;
  const where = [entry.at?.slice(0, 10), entry.by, entry.superseded ? 'superseded' : entry.status]
    .filter(Boolean)
    .join(' · ');
  const shown = /[`*[<&_~|>\n]/.test(text) ? renderMarkdown(text).trim() : `<p>${escapeHtml(text)}</p>`;
  return `<li>${entry.type === 'prose' ? '' : `<b class="type type-${entry.type}">${entry.type}</b>`}${shown}${where ? `<p class="where">${escapeHtml(where)}</p>` : ''}</li>`;
}
