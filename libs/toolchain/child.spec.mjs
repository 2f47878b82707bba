import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

describe('A script that runs another program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'child-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a process that runs this program through `child.mjs`; returns how the process ended. */
  async function outside(how, program, { signal, input = '', options = {} } = {}) {
    writeFileSync(path.join(folder, 'program.js'), program);
    const script = `import { endAs, ${how} } from ${JSON.stringify(path.join(__dirname, 'child.mjs'))};
      const outcome = await ${how}(process.execPath, [${JSON.stringify(path.join(folder, 'program.js'))}],
        ${JSON.stringify(options)});
      ${how === 'run' ? 'endAs(outcome)' : 'console.log(JSON.stringify(outcome))'};`;
    const outer = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      outer[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
        if (signal && text.includes('running')) outer.kill(signal);
      });
    }
    outer.stdin.end(input);
    const [code, killedBy] = await once(outer, 'close');
    return { code, killedBy, ...said };
  }

  it('gives it its own streams and ends with its exit code', async () => {
    const program = `process.stdin.pipe(process.stdout); console.error('warned'); process.exitCode = 3;`;
    expect(await outside('run', program, { input: 'given' })).toEqual({
      code: 3,
      killedBy: null,
      stdout: 'given',
      stderr: 'warned\n',
    });
  });

  it.each(['SIGTERM', 'SIGINT'])('passes %s on and lets it end in its own way', async (signal) => {
    const program = `process.on('${signal}', () => process.exit(5)); setInterval(() => {}, 1e6); console.log('running');`;
    expect(await outside('run', program, { signal })).toMatchObject({ code: 5 });
  });

  it('passes a signal to the programs that it started too, when they are a group', async () => {
    // Like the launcher of Turborepo: it waits for another program and ends with it, whatever signal it gets itself.
    const inner = `process.on('SIGINT', () => process.exit(5)); setInterval(() => {}, 1e6); console.log('running');`;
    const program = `process.on('SIGINT', () => {});
      const inner = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });
      inner.on('exit', (code) => process.exit(code));`;
    const options = { hasOwnGroup: true, stdio: ['ignore', 'inherit', 'inherit'] };
    expect(await outside('run', program, { signal: 'SIGINT', options })).toMatchObject({ code: 5 });
  });

  it('gives it the priority that was asked for', async () => {
    const program = `console.log(require('node:os').getPriority());`;
    expect(await outside('run', program, { options: { priority: 19 } })).toMatchObject({ code: 0, stdout: '19\n' });
  });

  it('ends by the signal that ended it', async () => {
    const program = `setInterval(() => {}, 1e6); console.log('running');`;
    expect(await outside('run', program, { signal: 'SIGTERM' })).toMatchObject({ code: null, killedBy: 'SIGTERM' });
  });

  it('says nothing of one that went well, and everything of one that failed', async () => {
    const program = (code) => `console.log('much'); process.exitCode = ${code};`;
    expect(await outside('runQuietly', program(0))).toMatchObject({ stdout: '0\n', stderr: '' });
    expect(await outside('runQuietly', program(1))).toMatchObject({ stdout: '1\n', stderr: 'much\n' });
  });

  it('does not take an interrupted one for done, although it ended with 0', async () => {
    const program = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e6);
      process.kill(process.ppid, 'SIGTERM');`;
    expect(await outside('runQuietly', program)).toMatchObject({ stdout: '"SIGTERM"\n' });
  });
});
