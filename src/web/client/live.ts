/** Updates the page after changes of notes. Keeps scroll and focus, and never replaces text that is being typed. */
export function watchPage(): void {
  const live = document.querySelector('#live');
  const stream = new EventSource('/live');
  stream.addEventListener('change', () => void refresh(live));
  window.addEventListener('pagehide', () => stream.close());
}

async function refresh(live: Element | null): Promise<void> {
  const main = document.querySelector('main');
  if (!main || document.querySelector('#graph') || document.querySelector('dialog')) return;
  if (isTyping(main)) {
    offerReload(live);
    return;
  }
  const reply = await fetch(location.pathname + location.search).catch(() => null);
  if (!reply?.ok || isTyping(main)) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  replaceParts(page);
}

/** Replaces the changed parts and restores open details, scroll and focus. */
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
    old.replaceChildren(...fresh.childNodes);
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
