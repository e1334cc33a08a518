import type { AnalyzedWord } from './analyze-text.js';

/** True for a word of many senses, or of any work: to share nothing else says little. */
export const isWeak = ({ form, meant }: AnalyzedWord): boolean => WEAK.has(form) || WEAK.has(meant.text);

/** True for a program or service for one purpose: what is known of it bears on whatever is done with it. */
export const isTool = ({ form }: AnalyzedWord): boolean => TOOLS.has(form);

/** True for what all work in a project may be done with. */
export const isPlatform = ({ meant }: AnalyzedWord): boolean => PLATFORMS.has(meant.text);

const WEAK: ReadonlySet<string> = new Set(
  'action actions branch branches button card cards case cases channel channels city client clients code copy country customer customers data date dates day days email event events field fields file files form forms github gitlab group groups hit hits hour hours icon id image images input item items key keys kind line lines link links list lists memory menu message messages minute minutes mode month monday tuesday wednesday thursday friday saturday sunday name names number numbers api open order page pages place point points product products project projects public release report reports request requests response responses result results row rows screen second seconds server servers set share sign signature site size start state state step steps store string strings tab tabs table tables tag tags team text texts time times title token tokens type types user users value values version versions view week weeks window windows word words year'.split(
    ' ',
  ),
);

const PLATFORMS: ReadonlySet<string> = new Set(
  'android aws css database docker git go html ios java javascript kubernetes linux mysql node npm php postgres python react ruby rust sql typescript vue test ci'.split(
    ' ',
  ),
);

const TOOLS: ReadonlySet<string> = new Set(
  'alembic algolia ansible babel bullmq celery cloudflare cloudfront cypress datadog dependabot dynamodb elasticsearch electron eslint excel ffmpeg firebase flyway goreleaser grafana helm heroku husky imagemagick jest kafka keycloak lambda liquibase mailgun memcached mongoose netlify nginx nodemailer opensearch outlook pandas pgbouncer playwright prettier prisma prometheus puppeteer pytest rabbitmq renovate rsync safari selenium sendgrid sentry sequelize sidekiq sqlite sqs storybook stripe supabase systemd tailwind terraform tsc twilio typeorm useeffect vercel vite vitest webpack wireguard'.split(
    ' ',
  ),
);
