import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

/** Lints a Dockerfile. Informal advice counts as a fault too. */
const lint = (input) =>
  spawnSync('hadolint', ['--no-color', '--failure-threshold', 'style', '-'], {
    input,
    encoding: 'utf8',
  });

it('docker/Dockerfile has nothing for hadolint to say; hadolint finds a planted fault', () => {
  const text = readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8');
  expect(lint(text)).toMatchObject({ status: 0, stdout: '' });
  expect(lint(`${text}\nRUN cd /tmp && sudo true\n`)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('DL3004'),
  });
});
