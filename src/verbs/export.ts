import { placesOf } from '../lifecycle/export/places.js';
import { siteText } from '../lifecycle/export/site-text.js';
import { amount } from '../wiki/amount.js';
import { allNotes, edgesOf, resolverOf } from '../wiki/links/graph.js';
import { titleOf } from '../wiki/links/title.js';
import type { Note } from '../wiki/note.js';
import { Refusal, verb, type World } from './verb.js';

/** Where the site goes, unless it is said: a folder that git does not see. */
const FOLDER = '.daybook/hugo';

const FORMATS: readonly string[] = ['hugo'];

/** Makes a site of all notes that another program builds (FEATURES C10): every note is a page, every link leads. */
export const export_ = verb({
  name: 'export',
  about:
    'make a site of all notes that Hugo builds: every note a page, wikilinks and block ids as it reads them',
  params: {
    format: { kind: 'text', choices: FORMATS, about: 'what it is made for (hugo)', holder: 'F' },
    to: {
      kind: 'text',
      reaches: 'outside',
      about: `folder of the site, from the root (${FOLDER})`,
      holder: 'DIR',
    },
  },
  examples: ['daybook export --format hugo', 'daybook export --format hugo --to site'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { format = 'hugo', to = FOLDER }) {
    if (!FORMATS.includes(format))
      throw new Refusal(
        'usage',
        `no export format \`${format}\``,
        `formats: ${FORMATS.join(', ')}`,
        { formats: FORMATS },
        2,
      );
    const notes = allNotes(world.wiki);
    const pages = pagesOf(world, notes);
    const files = [...world.ask('templates', format), ...pages];
    const exported = { format, folder: to, pages: pages.length };
    return {
      say: `Exported ${amount(pages.length, 'note')} to ${to}. Build it: hugo --source ${to}`,
      data: { exported },
      changes: [],
      publishes: { folder: to, files },
    };
  },
});

function pagesOf(world: World, notes: readonly Note[]) {
  const { wiki } = world;
  const below = ({ path }: Pick<Note, 'path'>) => path.slice(wiki.content.length + 1);
  const places = placesOf(notes.map(below));
  const resolver = resolverOf(wiki, notes);
  return notes.map((note) => {
    const path = below(note);
    const { text } = note;
    const page = siteText({
      text,
      path,
      title: titleOf(text, path),
      properties: world.ask('properties', text),
      links: edgesOf(note, wiki, resolver).filter(({ form }) => form === 'wiki'), // Hugo reads paths itself
      entries: world.entries(note),
      placeOf: ({ to }) => (to === null ? null : (places.get(below({ path: to })) ?? null)),
    });
    return { path: `content/${places.get(path)}`, text: page };
  });
}
