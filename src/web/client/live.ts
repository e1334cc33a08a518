import { showGraphs } from './graph.js';

/** The number of changes since the server started, or a problem. */
type Signal = number | 'lost' | 'signed out';

const RETRY_MS = 1000;
const MESSAGES: Readonly<Record<Exclude<Signal, number>, string>> = {
  lost: 'The connection is lost. Trying again…',
  'signed out': 'daybook serve was started again. Open the link that it printed.',
};

/**
 * Updates the page after changes of notes. Keeps scroll and focus, and never replaces text that is being typed. All tabs
 * share one stream, because a browser opens only six connections to a server.
 */
export function watchPage(): void {
  const live = document.querySelector('#live');
  let shown = Number(document.body.dataset.changes);
  let isLost = false;
  const receive = (signal: Signal) => {
    if (typeof signal !== 'number') {
      isLost = true;
      live?.replaceChildren(MESSAGES[signal]);
      return;
    }
    if (isLost) live?.replaceChildren();
    isLost = false;
    if (signal === shown) return;
    shown = signal;
    void refresh(live);
  };
  const tabs = new BroadcastChannel('daybook');
  tabs.addEventListener('message', ({ data }) => receive(data));
  const send = (signal: Signal) => {
    receive(signal);
    tabs.postMessage(signal);
  };
  void navigator.locks.request('daybook', () => new Promise<never>(() => connect(send)));
}

/** Opens the stream, and opens it again after errors until the server refuses this browser. */
function connect(send: (signal: Signal) => void): void {
  const stream = new EventSource('/live');
  stream.addEventListener('changes', ({ data }) => send(Number(data)));
  stream.addEventListener('error', async () => {
    send('lost');
    if (stream.readyState !== EventSource.CLOSED) return;
    await new Promise((end) => setTimeout(end, RETRY_MS));
    const reply = await fetch(location.pathname, { method: 'HEAD' }).catch(() => null);
    if (reply?.status === 401) send('signed out');
    else connect(send);
  });
}

async function refresh(live: Element | null): Promise<void> {
  const main = document.querySelector('main');
  if (!main || main.querySelector('.graph') || document.querySelector('dialog')) return;
  if (isTyping(main)) {
    offerReload(live);
    return;
  }
  const reply = await fetch(location.pathname + location.search).catch(() => null);
  if (!reply?.ok || isTyping(main)) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  replaceParts(page);
  showGraphs();
}

/** Replaces the changed parts. Keeps the result of the last act with its undo, open details, scroll and focus. */
function replaceParts(page: Document): void {
  const opened = new Set(
    [...document.querySelectorAll('details[open] > summary')].map((one) => one.textContent),
  );
  const active = document.activeElement as HTMLElement | null;
  const mark = active?.id ? `#${CSS.escape(active.id)}` : active?.getAttribute('href');
  const [left, top] = [scrollX, scrollY];
  for (const name of ['main', 'aside']) {
    const [old, fresh] = [document.querySelector(name), page.querySelector(name)];
    if (!old || !fresh || old.innerHTML === fresh.innerHTML) continue;
    for (const child of [...old.children]) if (!child.matches('.flash')) child.remove();
    old.append(...fresh.childNodes);
  }
  for (const summary of document.querySelectorAll('details > summary'))
    if (opened.has(summary.textContent)) summary.parentElement?.setAttribute('open', '');
  if (mark && !active?.isConnected) {
    const again = mark.startsWith('#')
      ? document.querySelector<HTMLElement>(mark)
      : [...document.querySelectorAll<HTMLElement>('main a, aside a')].find(
          (one) => one.getAttribute('href') === mark,
        );
    again?.focus({ preventScroll: true });
  }
  scrollTo(left, top);
}

const isTyping = (main: Element): boolean =>
  [
    ...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '.edit input, .edit textarea, #filters input',
    ),
  ].some((field) => field.value !== field.defaultValue || field === document.activeElement);

function offerReload(live: Element | null): void {
  if (!live || live.childElementCount > 0) return;
  const text = document.createElement('span');
  text.textContent = 'Notes changed. Your text is kept. ';
  const link = document.createElement('a');
  link.href = location.href;
  link.textContent = 'Reload';
  live.append(text, link);
}
