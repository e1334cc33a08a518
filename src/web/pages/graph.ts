import { html } from 'hono/html';
import type { GraphLook } from '../wiki-looks.js';
import { type Markup, renderEmpty } from './layout.js';
import { formatFolder } from './search-page.js';

/** Renders the link graph: a canvas for JavaScript, and a list. */
export function renderGraph({ nodes, folders, links, omitted }: GraphLook, note: string | null): Markup {
  const degree = new Map<number, number>();
  for (const [from, to] of links) for (const at of [from, to]) degree.set(at, (degree.get(at) ?? 0) + 1);
  const linked = [...degree].toSorted(([, a], [, b]) => b - a).slice(0, 60);
  return html`<h1>Graph${note ? html` <small>around ${note}</small>` : ''}</h1>
${
  links.length === 0
    ? renderEmpty('No note links to another note yet. Write a link as [[name of the note]].')
    : html`<canvas id="graph" class="graph wide" data-source="/graph.json${note ? `?note=${encodeURIComponent(note)}` : ''}" role="img" aria-label="${nodes.length} notes and ${links.length} links between them, as in the list below"></canvas>
<ul class="legend">${folders.map(([name, count], group) => html`<li class="hue-${String(group)}">${formatFolder(name)} <span class="meta">${count}</span></li>`)}</ul>
<p class="meta">${nodes.length} notes, ${links.length} links${omitted > 0 ? `; ${omitted} notes are left out` : ''}. Drag to move, scroll to zoom, click to open.</p>
<section><h2>Most linked</h2><ul class="columns">${linked.map(([at, count]) => html`<li><a href="${nodes[at]?.href ?? '/'}">${nodes[at]?.title ?? ''}</a>&nbsp;<span class="meta">${count}</span></li>`)}</ul></section>`
}`;
}
