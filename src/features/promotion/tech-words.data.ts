/** Names of technology: an experience that names one may teach something (Mind §What Gets Promoted). */
export const TECH_WORDS = `
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
`;

/** The same in Chinese, which writes without spaces: they are searched inside a text. */
export const CHINESE_TECH_WORDS = '数据库 缓存 接口 索引 线程 编译 部署 前端 后端';
