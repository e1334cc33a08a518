import { html, raw } from 'hono/html';
import type { HealthCheckResult } from '../../command/queries.js';
import { LINT_RULES, type LintNotice } from '../../features/lint/find-notices.js';
import { formatReceipt } from '../../features/receipts/receipts.js';
import type { WeekReport } from '../../features/receipts/report-week.js';
import { trimFolder } from '../../notes/kinds/note-paths.js';
import type { ReplyOf } from '../../output/schemas/index.js';
import { pluralize } from '../../text/pluralize.js';
import { makeNoteAddress } from '../address.js';
import { stripMarkup } from './entry-list.js';
import { type Markup, type PageFrame, renderButton, renderEmpty } from './layout.js';

/** Data of `status`, `lint` and `cron`. */
export interface HealthParts {
  readonly folder: string;
  readonly checks: readonly HealthCheckResult[];
  readonly notices: readonly LintNotice[];
  readonly jobs: ReplyOf<'cron', { act: 'next' }>['jobs'];
  /** True if some findings can be repaired without loss. */
  readonly canRepair: boolean;
  /** The scheduler of this machine in which a timer is installed. */
  readonly timer: string | null;
  readonly lastInjected: {
    readonly text: string;
    readonly tokens: number;
    readonly at: string;
    readonly event: string;
    readonly agent: string;
  } | null;
  /** What hooks showed this week, and what came of it. */
  readonly week: WeekReport;
}

const COSTS = new Map(LINT_RULES.map(({ name, why }) => [name, why]));

const MOST_NOTICES = 25;
/** So many notices are shown without a click. */
const MOST_OPEN = 8;

/** Renders checks, lint notices, jobs, and the last text that an agent received. */
export function renderHealth(frame: PageFrame, parts: HealthParts): Markup {
  const { folder, checks, notices, canRepair, jobs, timer, lastInjected, week } = parts;
  const bad = checks.filter(({ ok }) => !ok);
  const isOff =
    timer === null && jobs.every(({ condition }) => condition === 'never run' || condition === 'off');
  const errors = notices.filter(({ level }) => level === 'error');
  const rules = new Map<string, LintNotice[]>();
  for (const one of [...errors, ...notices.filter(({ level }) => level !== 'error')])
    rules.set(one.rule, [...(rules.get(one.rule) ?? []), one]);
  const isGood = bad.length === 0 && errors.length === 0;
  return html`<h1>Health</h1>
<p class="${isGood ? 'good' : 'bad'}">${isGood ? `✓ All ${checks.length} checks passed, and no note has an error.` : `✗ ${pluralize(bad.length, 'check')} of ${checks.length} failed, and the notes have ${pluralize(errors.length, 'error')}.`}</p>
${bad.length > 0 ? html`<ul class="plain">${bad.map(({ name, detail }) => html`<li><strong>${name}</strong> ${detail}</li>`)}</ul>` : ''}
<section><h2>Findings${notices.length > 0 ? html` <span class="count">${notices.length}</span>` : ''}</h2>${notices.length === 0 ? renderEmpty('No problems: no dead link, no stale or contradicting entry.') : [...rules].map(([rule, found]) => html`<details${raw(notices.length <= MOST_OPEN ? ' open' : '')}><summary>${rule} <span class="count">${found.length}</span></summary><p class="cost">${COSTS.get(rule)}.</p><ul class="plain">${found.slice(0, MOST_NOTICES).map(({ path, line, message }) => html`<li>${path ? html`<a href="${makeNoteAddress(path, folder)}">${trimFolder(path, folder)}${line ? `:${line}` : ''}</a> ` : ''}${message}</li>`)}</ul>${found.length > MOST_NOTICES ? html`<p class="meta">${found.length - MOST_NOTICES} more: daybook lint</p>` : ''}</details>`)}${canRepair && !frame.readOnly ? renderButton(frame, 'lint', 'Repair what loses nothing', {}, raw(' aria-keyshortcuts="r"')) : ''}</section>
<section><h2>Last given to an agent</h2>${lastInjected ? html`<p>${lastInjected.agent} read <strong>${lastInjected.tokens} tokens</strong> at ${lastInjected.event}, ${lastInjected.at.slice(0, 16).replace('T', ' ')}.</p><details><summary>Show the text</summary><pre tabindex="0">${lastInjected.text}</pre></details>` : renderEmpty('No agent was given text in the last two days.')}${week.entries > 0 ? html`<p class="meta">This week: ${pluralize(week.tokens, 'token')}; ${pluralize(week.entries, 'entry', 'entries')}, ${formatReceipt(week.receipt)}.</p>` : ''}</section>
<section><h2>Jobs</h2>${isOff ? renderOff(frame) : ''}<table class="jobs"><thead><tr><th scope="col">Job</th><th scope="col">What it does</th><th scope="col">State</th></tr></thead><tbody>${jobs.map(({ name, about, condition }) => html`<tr><th scope="row">${name}</th><td>${stripMarkup(about)}</td><td>${isOff ? 'off' : condition}</td></tr>`)}</tbody></table></section>
<section><h2>Checks</h2><details><summary>All ${checks.length} checks</summary><dl class="facts">${checks.map(({ name, ok, detail }) => html`<div><dt>${ok ? '✓' : '✗'} ${name}</dt><dd>${detail}</dd></div>`)}</dl></details></section>`;
}

/** Renders why no job runs, and the button that installs a timer. */
const renderOff = (frame: PageFrame): Markup =>
  html`<div class="empty"><p>Off, since the scheduler of this machine has no timer for them.</p>${frame.readOnly ? '' : html`<p>${renderButton(frame, 'timer', 'Add a timer', {})}</p>`}</div>`;
