import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readJson, ROOT } from './workspace.mjs';

describe('A script of package.json that runs for long', () => {
  const { scripts } = readJson(path.join(ROOT, 'package.json'));
  const folder = mkdtempSync(path.join(tmpdir(), 'scripts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['start', 'dev', 'test', 'test:deep', 'mutation', 'worktrack', 'bench'])(
    '%s gets the signals that npm passes on',
    async (name) => {
      const program = path.join(folder, `${name}.mjs`);
      writeFileSync(
        program,
        `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 9); console.log('ready')`,
      );
      // npm runs the text in a shell, and sends signals to this shell only.
      const shell = spawn('sh', ['-c', scripts[name].replace(/libs\/\S+/, program)]);
      await once(shell.stdout, 'data');
      shell.kill('SIGTERM');
      const [code] = await once(shell, 'exit');
      expect(code).toBe(5);
    },
  );
});
