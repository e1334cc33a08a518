/**
 * What constraints speak of (MindSave §Constraint Compression Engine): for each symbolic name the things that belong to
 * it, and the words by which people call them, English and Chinese. Words are matched whole, whatever their
 * case.
 */
export const CONSTRAINT_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  theme_system: {
    Tailwind: ['tailwind', 'tailwindcss', 'tailwind css'],
    Bootstrap: ['bootstrap'],
    'CSS variables': [
      'css variable',
      'css variables',
      'css custom properties',
      'css vars',
      'css变量',
      'css 变量',
    ],
    'CSS Modules': ['css module', 'css modules'],
    'utility-first': [
      'utility css',
      'utility-first',
      'utility first',
      'utility framework',
      'utility classes',
    ],
    'CSS framework': ['css framework', 'css frameworks', '样式框架'],
    'CSS-in-JS': ['css-in-js', 'css in js', 'styled-components', 'styled components', 'emotion'],
    Sass: ['sass', 'scss'],
  },
  ui_framework: {
    'UI framework': ['ui framework', 'ui frameworks', 'ui框架', 'ui 框架'],
    'component library': ['component library', 'component libraries', '组件库'],
    React: ['react', 'react.js', 'reactjs'],
    Vue: ['vue', 'vue.js', 'vuejs'],
    Svelte: ['svelte'],
    Angular: ['angular'],
  },
  auth_strategy: {
    JWT: ['jwt', 'jwts', 'json web token', 'json web tokens', '令牌'],
    sessions: ['session', 'sessions', 'session cookie', 'session cookies', '会话'],
    OAuth: ['oauth', 'oauth2', 'oauth 2', 'oauth 2.0'],
    authentication: ['authentication', 'auth', '认证', '鉴权'],
  },
  db_access: {
    ORM: ['orm', 'orms', '数据库orm', '数据库 orm'],
    'raw SQL': ['raw sql', 'plain sql', '原生sql', '原生 sql'],
    'query builder': ['query builder', 'query builders'],
  },
  db_type: {
    NoSQL: ['nosql'],
    MongoDB: ['mongodb', 'mongo'],
    'document database': ['document database', 'document databases', '文档数据库'],
    PostgreSQL: ['postgres', 'postgresql'],
    SQLite: ['sqlite'],
    MySQL: ['mysql'],
    Redis: ['redis'],
  },
  api_style: {
    REST: ['rest', 'restful', 'rest api', 'rest apis'],
    GraphQL: ['graphql', '图查询'],
    gRPC: ['grpc'],
    'API style': ['api style', '接口风格'],
  },
};
