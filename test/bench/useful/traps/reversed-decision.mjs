import { answers, bash, byHand, does, edit, read, says, session, write } from '../steps.mjs';

/** A service in Go that first chose one library for its logs and later another. */
export const reversedDecision = {
  name: 'reversed-decision',
  shares: true,
  enters: 'prompt, then line by hand in SESSION.md',
  files: {
    'README.md': '# ferry\n\nMoves parcels between depots.\n',
    'go.mod': 'module example.org/ferry\n\ngo 1.22\n',
    'cmd/ferry/main.go': 'package main\n\nfunc main() { println("ferry") }\n',
    'internal/route/route.go':
      'package route\n\n// Next returns the next depot.\nfunc Next() string { return "" }\n',
  },
  history: [
    session(
      0,
      '09:00',
      says('Remember that we use logrus for all log output in ferry.'),
      answers('Noted.'),
      says('Sketch the package that finds the next depot.'),
      does(write('internal/route/plan.go', 'package route\n'), ''),
      answers('The package route has a plan.go now.'),
    ),
    byHand(
      2,
      '16:30',
      'SESSION.md',
      null,
      '- switching from logrus to slog: logrus is in maintenance mode and slog is in the standard library',
    ),
    session(
      3,
      '09:30',
      says('How many depots are there in the test data?'),
      does(bash('ls internal/route'), 'plan.go\nroute.go'),
      answers('There is no test data yet.'),
    ),
  ],
  lesson: ['switching from logrus to slog'],
  right: [/\bslog\b/],
  contradicts: /\buse logrus for all/,
  tasks: ['Log each parcel that changes its depot.', 'The route package should tell why it rejects a depot.'],
  calls: [
    bash('go get github.com/sirupsen/logrus'),
    edit(
      'internal/route/route.go',
      'package route',
      'package route\n\nimport log "github.com/sirupsen/logrus"',
    ),
    bash('go get github.com/sirupsen/logrus@v1.9.3'),
    write(
      'internal/route/log.go',
      'package route\n\nimport "github.com/sirupsen/logrus"\n\nvar log = logrus.New()\n',
    ),
    edit('cmd/ferry/main.go', 'println("ferry")', 'logrus.Info("ferry")'),
    bash('go mod edit -require github.com/sirupsen/logrus@v1.9.3 && go mod tidy'),
    write('internal/depot/depot.go', 'package depot\n\nimport "github.com/sirupsen/logrus"\n'),
    bash('go install github.com/sirupsen/logrus@latest'),
  ],
  mistake: /logrus/,
  idle: [
    edit('cmd/ferry/main.go', 'println("ferry")', 'slog.Info("ferry")'),
    bash('go test ./...'),
    bash('go vet ./internal/...'),
    read('cmd/ferry/main.go'),
    bash('git diff'),
    bash('go list -m all'),
    edit('README.md', 'Moves parcels', 'Ferry moves parcels'),
    bash('gofmt -l .'),
  ],
};
