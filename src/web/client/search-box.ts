const WAIT_MS = 90;
const MOST_SUGGESTED = 8;
const MOST_RECENT = 5;
const RECENT = 'daybook-recent';

/** Search as you type: the form of a page of entries, and the box that every other page has. */
export function searchWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('#filters');
  if (form)
    watchForm(form, (page, address) => {
      const found = page.querySelector('#results');
      if (found) document.querySelector('#results')?.replaceChildren(...found.childNodes);
      history.replaceState(null, '', address);
    });
  const box = document.querySelector<HTMLFormElement>('form.find');
  if (box) suggestWhileTyping(box);
}

/** Fetches the results of a form a moment after each change. */
function watchForm(form: HTMLFormElement, show: (page: Document, address: string) => void): void {
  let timer = 0;
  let running: AbortController | undefined;
  const run = async () => {
    running?.abort();
    running = new AbortController();
    const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
    const address = `${form.getAttribute('action')}?${new URLSearchParams(fields)}`;
    try {
      const headers = { 'x-daybook-typing': 'yes' };
      const reply = await fetch(address, { headers, signal: running.signal });
      if (reply.ok) show(new DOMParser().parseFromString(await reply.text(), 'text/html'), address);
    } catch {}
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void run(), WAIT_MS);
  });
  form.addEventListener('submit', () => saveRecent(String(new FormData(form).get('q') ?? '')));
}

/** Shows the best results below the box, and the last searches while it is empty. */
function suggestWhileTyping(box: HTMLFormElement): void {
  const field = box.querySelector('input');
  const list = document.createElement('ul');
  list.className = 'suggest';
  list.setAttribute('aria-label', 'Results');
  list.hidden = true;
  box.append(list);
  const show = (links: readonly (readonly [text: string, href: string])[]) => {
    list.replaceChildren(
      ...links.map(([text, href]) => {
        const [item, link] = [document.createElement('li'), document.createElement('a')];
        link.href = href;
        link.className = 'row';
        link.textContent = text;
        item.append(link);
        return item;
      }),
    );
    list.hidden = links.length === 0;
  };
  const showRecent = () =>
    show(readRecent().map((words) => [words, `/search?${new URLSearchParams({ q: words })}`]));
  watchForm(box, (page, address) => {
    if (!field?.value) return showRecent();
    const rows = [...page.querySelectorAll<HTMLElement>('#results .columns a, #results .row')].slice(
      0,
      MOST_SUGGESTED,
    );
    show([
      ...rows.map((row) => [row.textContent ?? '', row.getAttribute('href') ?? ''] as const),
      [rows.length > 0 ? 'All results' : 'Nothing found: open the search', address],
    ]);
  });
  field?.addEventListener('focus', () => {
    if (!field.value) showRecent();
  });
  list.addEventListener('click', () => saveRecent(field?.value ?? ''));
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node | null)) list.hidden = true;
  });
}

const readRecent = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? '[]');
  } catch {
    return [];
  }
};

function saveRecent(words: string): void {
  if (!words.trim()) return;
  const list = [words, ...readRecent().filter((one) => one !== words)].slice(0, MOST_RECENT);
  localStorage.setItem(RECENT, JSON.stringify(list));
}
