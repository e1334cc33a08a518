import { kindNamed, pathOf } from '../kinds/index.js';
import { marksOf, withKey } from '../wiki/marks.js';
import { asEntry, entriesAt } from './entries.js';
import { freshnesses } from './freshness.js';
import { verb } from './verb.js';

/** What the working session holds, section by section. */
export const session = verb({
  name: 'session',
  about: 'show what this session holds, section by section',
  params: {},
  examples: ['daybook session'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world) {
    const entries = entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('session')}`);
    const fresh = freshnesses(world, entries);
    const headings = [
      ...kindNamed('session').sections.map(({ heading }) => heading),
      ...entries.map(({ section }) => section ?? ''),
    ];
    const sections = [...new Set(headings)].map((heading) => {
      const own = entries.filter(({ section }) => (section ?? '') === heading);
      return { section: heading, entries: own };
    });
    const rows = sections.flatMap(({ section, entries: own }) =>
      own.map((entry) => ({
        path: entry.path,
        line: entry.line,
        group: section,
        what: withKey(entry.text, entry),
        why: [entry.why, ...marksOf(entry), fresh.mark(entry)].filter(Boolean).join(', ') || null,
      })),
    );
    return {
      say:
        rows.length > 0
          ? `${rows.length} in this session:`
          : 'This session is empty. Start it: `daybook log "trying X because Y"`.',
      rows,
      data: {
        sections: sections.map(({ section, entries: own }) => ({
          section,
          entries: own.map((entry) => ({ ...asEntry(world, entry), freshness: fresh.of(entry) })),
        })),
      },
      changes: [],
    };
  },
});
