import { answers, bash, byHand, does, read, says, session } from '../steps.mjs';

/** A web shop whose packages are installed with pnpm; the agent's habit is npm. */
export const packageManager = {
  name: 'package-manager',
  shares: true,
  enters: 'correction in a prompt',
  files: {
    'README.md': '# Shop\n\nThe web shop: a storefront and a checkout.\n',
    'package.json':
      '{\n  "name": "shop",\n  "private": true,\n  "scripts": { "dev": "vite", "lint": "eslint ." }\n}\n',
    'docs/setup.md': '# Set up\n\nYears ago: `npm install`, then open the page.\n',
    'apps/storefront/cart.ts':
      'export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0);\n',
  },
  history: [
    session(
      0,
      '09:10',
      says('The cart needs a date library, please add one.'),
      does(bash('npm install dayjs'), 'added 1 package in 2s'),
      answers('I installed dayjs with npm.'),
      says('No, not npm. We use pnpm in this repository, npm leaves a second lock file behind.'),
      does(bash('rm package-lock.json && pnpm add dayjs'), 'dependencies: + dayjs 1.11.13'),
      answers('Done, dayjs is in now and the other lock file is gone.'),
    ),
    byHand(
      1,
      '17:00',
      'MEMORY.md',
      '## Decisions',
      '- prices are integers in cents\n- the cart lives in the URL, so that it can be shared',
    ),
    session(
      2,
      '11:00',
      says('Does the storefront round prices anywhere?'),
      does(bash('grep -rn "toFixed" apps'), ''),
      answers('No, nothing rounds them.'),
    ),
  ],
  lesson: ['No, not npm. We use pnpm in this repository'],
  right: [/\bpnpm\b/],
  tasks: [
    'Validate the checkout form with a schema library.',
    'Our dependencies look old, bring the workspace up to date.',
  ],
  calls: [
    bash('npm install zod'),
    bash('npm i -D vitest@2'),
    bash('npm add date-fns'),
    bash('cd apps/storefront && npm install'),
    bash('npm ci'),
    bash('npm i --save-exact undici@6.19.2'),
    bash('npm update'),
    bash('rm -rf node_modules; npm install --no-audit'),
  ],
  mistake: /\bnpm (install|i|add|ci|update)\b/,
  idle: [
    bash('pnpm add zod'),
    bash('grep -rn "npm install" docs'),
    bash('git status --short'),
    bash('cat package.json'),
    bash('pnpm run lint'),
    read('apps/storefront/cart.ts'),
    bash('node --version'),
    bash('git log --oneline -5'),
  ],
};
