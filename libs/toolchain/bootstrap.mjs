// Runs before every command: checks the Node version and installs packages, so that a fresh clone needs no other step.
// Node's own modules only (nothing else may be there yet), and silent on stdout, which belongs to the command.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { exclusively } from './exclusive.mjs';
import { install, isInstalled } from './installation.mjs';
import { refusalOf } from './node-version.mjs';
import { ROOT } from './workspace.mjs';

const refusal = refusalOf(process.versions.node);
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
} else if (!isInstalled(ROOT)) {
  const locks = path.join(ROOT, '.turbo');
  mkdirSync(locks, { recursive: true });
  process.exitCode = await exclusively(path.join(locks, 'install.lock'), 'An installation', () =>
    isInstalled(ROOT) ? 0 : install(ROOT),
  );
}
