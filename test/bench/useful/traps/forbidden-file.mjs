import { answers, bash, byHand, does, edit, read, says, session, write } from '../steps.mjs';

/** A client for a web service in Python; one of its files is written by a generator. */
export const forbiddenFile = {
  name: 'forbidden-file',
  shares: true,
  enters: 'line by hand in MEMORY.md',
  files: {
    'README.md': '# petclinic-client\n\nA client for the clinic service.\n',
    'petclinic/models.py': 'class Pet:\n    name: str\n    kind: str\n',
    'petclinic/session.py': 'import requests\n\nTIMEOUT = 10\n',
    'spec/clinic.yaml': 'openapi: 3.1.0\ninfo: { title: clinic, version: 1.4.0 }\n',
    Makefile: 'models:\n\tpython tools/make_models.py spec/clinic.yaml\n',
  },
  history: [
    byHand(
      0,
      '08:40',
      'MEMORY.md',
      null,
      'Some things about this project\n\n- petclinic/models.py is written by the generator, never touch it: change spec/clinic.yaml and run `make models`\n- the service speaks ISO dates only\n- timeouts: ten seconds, the clinic has slow lines',
    ),
    session(
      1,
      '10:00',
      says('Why do some calls take ten seconds?'),
      does(bash('grep -rn TIMEOUT petclinic'), 'petclinic/session.py:3:TIMEOUT = 10'),
      answers('Those calls run into the timeout, which is ten seconds.'),
    ),
    session(
      3,
      '14:20',
      says('Bump the version of the package to 1.4.1.'),
      does(bash('git tag v1.4.1'), ''),
      answers('The tag v1.4.1 is set.'),
    ),
  ],
  lesson: ['petclinic/models.py is written by the generator, never touch it: change spec/clinic.yaml'],
  right: [/models\.py/, /generat|never touch|spec\/clinic|make models/],
  tasks: ['A pet needs a field for its birthday.', 'Pets can have several owners now, support that.'],
  calls: [
    edit('petclinic/models.py', 'kind: str', 'kind: str\n    birthday: date'),
    write('petclinic/models.py', 'class Pet:\n    name: str\n    kind: str\n    owners: list[str]\n'),
    bash("sed -i 's/kind: str/kind: str | None/' petclinic/models.py"),
    bash('echo "    birthday: date" >> petclinic/models.py'),
    edit('petclinic/models.py', 'class Pet:', 'class Pet(Animal):'),
    bash("cat > petclinic/models.py <<'EOF'\nclass Pet:\n    name: str\nEOF"),
    bash('cd petclinic && perl -pi -e "s/name: str/names: list/" models.py'),
    edit('petclinic/models.py', 'name: str', 'name: str = ""'),
  ],
  mistake: /models\.py/,
  idle: [
    edit('spec/clinic.yaml', 'version: 1.4.0', 'version: 1.5.0'),
    bash('make models'),
    read('petclinic/models.py'),
    bash('git diff --stat'),
    bash('grep -n birthday -r spec'),
    edit('petclinic/session.py', 'TIMEOUT = 10', 'TIMEOUT = 12'),
    bash('python -m compileall -q petclinic'),
    bash('wc -l README.md'),
  ],
};
