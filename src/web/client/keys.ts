const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['/', 'search'],
  ['j  k', 'next and previous entry'],
  ['↓  ↑', 'from the search to its results'],
  ['Enter', 'open the entry'],
  ['g t', 'today'],
  ['g e', 'entries'],
  ['g c', 'calendar'],
  ['n', 'new entry'],
  ['d', 'done'],
  ['e', 'edit'],
  ['f', 'forget'],
  ['m', 'move a reminder'],
  ['a', 'add text to a note'],
  ['r', 'repair the notes'],
  ['u', 'undo'],
  ['Ctrl Enter', 'save'],
  ['?', 'this list'],
];
const PLACES: Readonly<Record<string, string>> = {
  t: '/',
  e: '/entries',
  c: '/calendar',
  s: '/sessions',
  h: '/health',
  g: '/graph',
};

/** Adds the keyboard shortcuts; ignored in text fields and with Ctrl, Alt or Meta. */
export function addKeys(): void {
  let isGoing = false;
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey && event.key === 'Enter') target.closest('form')?.requestSubmit();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && (target.id === 'find' || target.matches('.row, .columns a'))) {
      event.preventDefault();
      moveBy(step, target.closest('.find') ?? document);
      return;
    }
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (event.key === 'Escape' && target.closest('.find')) {
      focusOn(document.querySelector<HTMLElement>('#find'));
      return;
    }
    const wasGoing = isGoing;
    isGoing = event.key === 'g' && !wasGoing;
    const place = wasGoing ? PLACES[event.key] : undefined;
    if (place) location.assign(place);
    else if (event.key === '/') focusOn(document.querySelector<HTMLElement>('#find'));
    else if (event.key === 'j') moveBy(1);
    else if (event.key === 'k') moveBy(-1);
    else if (event.key === 'n' && document.querySelector('.add')) location.assign('/new');
    else if (event.key === '?') showKeys();
    else if (!useShortcut(event, target)) return;
    event.preventDefault();
  });
}

/** Uses the element of a key in the same list item, or outside lists; false if there is none. */
function useShortcut({ key, repeat }: KeyboardEvent, target: HTMLElement): boolean {
  const wanted = `[aria-keyshortcuts="${CSS.escape(key)}"]`;
  const found =
    target.closest('.entries > li')?.querySelector<HTMLElement>(wanted) ??
    document.querySelector<HTMLElement>(`${wanted}:not(.entries *)`);
  if (!found || repeat) return false;
  if (found.matches('input, textarea')) focusOn(found);
  else found.click();
  return true;
}

const focusOn = (element: HTMLElement | null | undefined): void => {
  element?.focus();
  element?.scrollIntoView({ block: 'nearest' });
  if (element instanceof HTMLInputElement) element.select();
};

function moveBy(step: number, area: ParentNode = document): void {
  const rows = [
    ...area.querySelectorAll<HTMLElement>(
      area === document ? 'main .row, main .columns a, main .entry-link' : '.row',
    ),
  ];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at === 0 && step < 0) {
    focusOn(document.querySelector<HTMLElement>('#find'));
    return;
  }
  focusOn(rows[Math.max(0, Math.min(rows.length - 1, at + step))]);
}

function showKeys(): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'keys-title');
  const title = document.createElement('h2');
  title.id = 'keys-title';
  title.textContent = 'Keys';
  const list = document.createElement('dl');
  for (const [key, what] of KEYS) {
    const [name, text] = [document.createElement('dt'), document.createElement('dd')];
    name.textContent = key;
    text.textContent = what;
    list.append(name, text);
  }
  const close = document.createElement('button');
  close.textContent = 'Close';
  close.addEventListener('click', () => dialog.close());
  dialog.append(title, list, close);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
