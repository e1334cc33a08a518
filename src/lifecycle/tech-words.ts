/** Names of technology: an experience that speaks of one may teach something (Mind §What Gets Promoted). */
export const TECH_WORDS: ReadonlySet<string> = new Set(
  `
javascript typescript python rust golang java kotlin swift ruby php elixir scala sql html css bash
react vue svelte angular solid next.js nuxt node node.js deno bun express fastify django flask rails spring laravel
vite webpack rollup esbuild babel tsc npm pnpm yarn cargo pip gradle maven bazel
jest vitest mocha pytest playwright cypress eslint prettier biome
postgres postgresql mysql sqlite mongodb redis elasticsearch kafka rabbitmq prisma orm
docker kubernetes helm terraform ansible nginx apache aws azure gcp s3 lambda cloudflare cdn dns
git github gitlab ci webhook api rest graphql grpc websocket http https tcp tls ssl cors csrf jwt oauth cookie cookies
linux macos windows android ios safari chrome firefox
regex json yaml toml xml csv utf-8 unicode timezone
async thread threads mutex deadlock cache caching index schema migration transaction endpoint middleware proxy
compiler parser runtime bundle bundler heap socket stream buffer payload token tokens encoding
`
    .trim()
    .split(/\s+/),
);

/** The same in Chinese, which runs its words together: they are looked for inside. */
export const CHINESE_TECH_WORDS = [
  '数据库',
  '缓存',
  '接口',
  '索引',
  '线程',
  '编译',
  '部署',
  '前端',
  '后端',
] as const;

/** Words by which somebody says that something was understood. */
export const INSIGHT =
  /\b(?:reali[sz]ed|learned|learnt|discovered|turns out|turned out|figured out|found out|noticed|understood|insight|the key is|the trick is|lesson|til|showed that|means that)\b|发现|原来|意识到|学到|明白了|关键是/iu;

/** Cause and effect drawn as an arrow. */
export const ARROW = /->|→|=>|⇒/u;

/** Code, a call, or a file: what somebody can go back to. */
export const CODE =
  /`[^`\n]{2,200}`|\b[A-Za-z_]\w{1,60}\(\)|(?:^|[\s(])(?:[\w.@-]{1,60}\/){1,12}[\w.@-]{1,60}|\b[\w-]{2,60}\.(?:ts|tsx|js|jsx|mjs|cjs|py|rs|go|java|rb|php|css|html|sql|sh|json|ya?ml|toml|md)\b/;
