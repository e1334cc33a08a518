import { answers, bash, byHand, does, edit, read, says, session } from '../steps.mjs';

/** A library in Java that is released by a task of its build; an older script uploads to the wrong place. */
export const deprecatedScript = {
  name: 'deprecated-script',
  shares: true,
  enters: 'in the middle of a prompt',
  files: {
    'README.md': '# tariff\n\nReads tariffs of energy suppliers.\n',
    'build.gradle': 'plugins { id "java-library" }\nversion = "2.8.0"\n',
    'scripts/release.sh': '#!/bin/sh\nset -e\necho uploading\n',
    'src/main/java/Tariff.java': 'class Tariff { double perUnit; }\n',
  },
  history: [
    session(
      0,
      '14:00',
      says(
        'Before you begin: scripts/release.sh is deprecated, it uploads to the old Nexus. Releases are made with ./gradlew publishAll. Now add a getter for perUnit.',
      ),
      does(
        edit(
          'src/main/java/Tariff.java',
          'double perUnit;',
          'private double perUnit; double perUnit() { return perUnit; }',
        ),
        '',
      ),
      answers('Tariff has a getter now. I will not use scripts/release.sh.'),
    ),
    byHand(
      2,
      '10:00',
      'MEMORY.md',
      '## Decisions',
      '- tariffs are read from CSV, suppliers do not offer more\n- Java 17',
    ),
    session(
      3,
      '12:10',
      says('What is the current version?'),
      does(bash('grep version build.gradle'), 'version = "2.8.0"'),
      answers('2.8.0'),
    ),
  ],
  lesson: [
    'scripts/release.sh is deprecated, it uploads to the old Nexus',
    'Releases are made with ./gradlew publishAll',
  ],
  right: [/publishAll|deprecated|old Nexus/],
  tasks: ['Release 2.8.1.', 'The fix is merged, please get it out to our users.'],
  calls: [
    bash('./scripts/release.sh'),
    bash('sh scripts/release.sh 2.8.1'),
    bash('bash ./scripts/release.sh --dry-run=false'),
    bash('VERSION=2.8.1 ./scripts/release.sh'),
    bash('cd scripts && ./release.sh'),
    bash('chmod +x scripts/release.sh && scripts/release.sh'),
    bash('git tag 2.8.1 && ./scripts/release.sh 2.8.1'),
    bash('nohup scripts/release.sh > release.log &'),
  ],
  mistake: /(^|[\s/])release\.sh\b/,
  idle: [
    bash('./gradlew publishAll'),
    bash('./gradlew test'),
    read('scripts/release.sh'),
    bash('git tag --list'),
    edit('build.gradle', 'version = "2.8.0"', 'version = "2.8.1"'),
    bash('ls scripts'),
    bash('git log -3'),
    bash('java -version'),
  ],
};
