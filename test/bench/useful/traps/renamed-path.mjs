import { answers, bash, byHand, does, edit, read, says, session, write } from '../steps.mjs';

/** A site of articles whose folder was moved; the old one is still there, for redirects. */
export const renamedPath = {
  name: 'renamed-path',
  shares: true,
  enters: 'line by hand in SESSION.md',
  files: {
    'README.md': '# The association’s site\n\nArticles, events and a calendar.\n',
    'website/blog/2025-spring.md': '---\nredirect: /articles/2025-spring\n---\n',
    'pages/articles/2025-spring.md': '# Spring\n\nThe season begins.\n',
    'pages/events/index.md': '# Events\n',
    'site.toml': 'title = "Association"\n',
  },
  history: [
    session(
      0,
      '10:10',
      says('Move everything that we publish into pages, and leave redirects behind.'),
      does(bash('git mv website/news pages/articles'), ''),
      answers('Everything is in its new place.'),
    ),
    byHand(
      0,
      '18:00',
      'SESSION.md',
      null,
      'website/blog is now pages/articles\nnothing new goes into website/blog, it only has redirects\nthe calendar feed still needs a time zone',
    ),
    session(
      4,
      '09:00',
      says('Fix the title of the events page.'),
      does(edit('pages/events/index.md', '# Events', '# Events this year'), ''),
      answers('The title is changed.'),
    ),
  ],
  lesson: ['website/blog is now pages/articles', 'nothing new goes into website/blog'],
  right: [/website\/blog/, /pages\/articles|nothing new/],
  tasks: ['Write a short article about the summer party.', 'Publish the minutes of the last meeting.'],
  calls: [
    write('website/blog/2026-summer.md', '# Summer party\n\nIt will be in the garden.\n'),
    bash('mkdir -p website/blog/2026 && touch website/blog/2026/minutes.md'),
    write('website/blog/minutes-june.md', '# Minutes\n\nAll were present.\n'),
    bash('cp templates/article.md website/blog/summer-party.md'),
    edit('website/blog/2025-spring.md', '---\nredirect', '# Spring again\n---\nredirect'),
    bash('echo "# Summer" > ./website/blog/summer.md'),
    write('website/blog/party/index.md', '# Party\n'),
    bash('cd website/blog && touch minutes-2026.md'),
  ],
  mistake: /website\/blog/,
  idle: [
    write('pages/articles/2026-summer.md', '# Summer party\n\nIt will be in the garden.\n'),
    bash('ls pages/articles'),
    bash('git log --stat -3'),
    read('site.toml'),
    edit('site.toml', 'title = "Association"', 'title = "The association"'),
    bash('hugo --minify'),
    bash('grep -rn "calendar" pages'),
    write('pages/events/party.md', '# Party\n'),
  ],
};
