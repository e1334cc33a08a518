// Search in the file of `daybook view`: shows entries that contain all words.
const field = document.querySelector<HTMLInputElement>('#find');
const total = document.querySelector('#total');
const sections = [...document.querySelectorAll<HTMLElement>('main > section')].map((section) => ({
  section,
  rows: [...section.querySelectorAll<HTMLElement>('.entries > li')].map((row) => ({
    row,
    text: `${row.textContent} ${section.querySelector('h2')?.textContent}`.toLowerCase(),
  })),
}));

field?.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { section, rows } of sections) {
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    section.hidden = shown === 0;
    found += shown;
  }
  if (total) total.textContent = words.length === 0 ? '' : found === 1 ? '1 entry' : `${found} entries`;
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === field) return;
  event.preventDefault();
  field?.focus();
});
