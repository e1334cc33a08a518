import type { Hit } from '../recall/query.js';
import { marksOf, withKey } from '../wiki/marks.js';
import { log } from './log.js';
import { type Row, verb } from './verb.js';

/** What memory knows is shown up to here. */
const MOST_RELATED = 5;
/** A hit that scores less than this share of the best one shares no more than a word with what blocks. */
const LEAST_SHARE = 0.4;

/** Logs what stops progress, and answers with what memory knows about it (Mind; FEATURES A8). */
export const blocker = verb({
  name: 'blocker',
  about: 'log what stops progress, and see what memory knows about it',
  params: {
    text: { kind: 'text', word: 'rest', required: true, about: 'what stops progress, and why' },
  },
  examples: ['daybook blocker "the export job times out again"'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { text }) {
    const nothing = { why: undefined, tag: [], file: [], from: undefined, branch: false };
    const logged = log.think(world, { text, type: 'blocker', ...nothing });
    const own = (logged.data.entry as { readonly id: string }).id;
    const { hits } = world.ask('hits', { words: text, limit: MOST_RELATED + 1 });
    const related = hits.filter((hit) => hit.id !== own && isRelated(hit, hits[0])).slice(0, MOST_RELATED);
    return {
      ...logged,
      say: [
        logged.say,
        related.length > 0 ? 'What memory knows:' : 'Memory knows nothing about it yet.',
      ].join('\n'),
      did: logged.did ?? logged.say,
      rows: related.map(asRow),
      data: { ...logged.data, related },
    };
  },
});

const isRelated = ({ score }: Hit, best: Hit | undefined): boolean =>
  score >= LEAST_SHARE * (best?.score ?? 0);

const asRow = (hit: Hit): Row => ({
  path: hit.path,
  line: hit.line,
  group: hit.section ?? hit.path,
  what: withKey(`${hit.type}: ${hit.text}`, hit),
  why: [hit.why, ...marksOf(hit), hit.at?.slice(0, 10)].filter(Boolean).join(', ') || null,
});
