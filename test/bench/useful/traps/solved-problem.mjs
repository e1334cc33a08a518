import { answers, bash, byHand, does, fails, read, says, session } from '../steps.mjs';

/** Tests in Python that hang when several workers share one database file; an earlier agent found out why. */
export const solvedProblem = {
  name: 'solved-problem',
  shares: true,
  enters: 'transcript: a call that failed, one that went well, the last message',
  files: {
    'README.md': '# ledger\n\nBooks for small clubs.\n',
    'ledger/book.py': 'def balance(entries):\n    return sum(entries)\n',
    'tests/test_book.py':
      'from ledger.book import balance\n\ndef test_sum():\n    assert balance([1, 2]) == 3\n',
    'pyproject.toml': '[project]\nname = "ledger"\nversion = "0.3.0"\n',
  },
  history: [
    session(
      0,
      '13:00',
      says('Run the tests, they seem slow lately.'),
      fails(bash('pytest -n auto'), 'Command timed out after 600s: gw0 gw1 still running tests/test_book.py'),
      fails(bash('pytest -n auto --maxfail=1'), 'Command timed out after 600s: database is locked'),
      does(bash('pytest -p no:xdist -x'), '41 passed in 38.20s'),
      answers(
        'Found it: with `pytest -n auto` the workers wait for each other on one SQLite file and hang for ever. Run `pytest -p no:xdist` instead, all 41 tests pass in 38 seconds.',
      ),
    ),
    byHand(
      1,
      '08:00',
      'MEMORY.md',
      '## Facts',
      '- amounts are Decimal, never float\n- the year begins in July',
    ),
    session(
      2,
      '15:45',
      says('Which version is this?'),
      does(bash('grep version pyproject.toml'), 'version = "0.3.0"'),
      answers('0.3.0'),
    ),
  ],
  lesson: [
    'with `pytest -n auto` the workers wait for each other on one SQLite file',
    'Run `pytest -p no:xdist` instead',
  ],
  right: [/no:xdist|wait for each other|SQLite/],
  tasks: ['Check that nothing is broken before I merge.', 'Run the tests of the book module.'],
  calls: [
    bash('pytest -n auto'),
    bash('pytest -n auto tests/test_book.py'),
    bash('python -m pytest -n auto -q'),
    bash('timeout 900 pytest -n auto'),
    bash('pytest tests -n auto --durations=10'),
    bash('pytest --numprocesses=auto'),
    bash('PYTHONPATH=. pytest -n auto -k sum'),
    bash('pytest -q -n auto 2>&1 | tail -20'),
  ],
  mistake: /pytest.*(-n auto|--numprocesses)/,
  idle: [
    bash('pytest -p no:xdist'),
    bash('pytest -p no:xdist -k sum'),
    bash('ruff check ledger'),
    read('tests/test_book.py'),
    bash('git status'),
    bash('pip list | grep pytest'),
    bash('python -c "import ledger"'),
    bash('ls tests'),
  ],
};
