const WAIT_MS = 90;

/** Search as you type: fetches the search page and replaces its results. */
export function searchWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('#filters');
  if (!form) return;
  let timer = 0;
  let running: AbortController | undefined;
  const run = async () => {
    running?.abort();
    running = new AbortController();
    const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
    const address = `/search?${new URLSearchParams(fields)}`;
    try {
      const reply = await fetch(address, { signal: running.signal });
      if (!reply.ok) return;
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
      const found = page.querySelector('#results');
      if (found) document.querySelector('#results')?.replaceChildren(...found.childNodes);
      history.replaceState(null, '', address);
    } catch {}
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void run(), WAIT_MS);
  });
}
