// Child processes of the scripts: where their output goes, which signals they get, what is left of the outer npm.
import { spawn } from 'node:child_process';

/** Nothing reports home, and no tool draws over the terminal. */
export const QUIET = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/**
 * Runs a program to its end and answers its exit code, or the name of the signal that ended it. SIGINT and SIGTERM that
 * reach this process meanwhile are passed on, and leave it to the child to end.
 */
export function run(file, args, { env = {}, stdio = 'inherit', cwd, listen } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio, env: { ...process.env, ...QUIET, ...env } });
    // A terminal tells the whole foreground itself; a second SIGINT would mean "at once" to most programs.
    const passOn = (signal) => (signal !== 'SIGTERM' && process.stdin.isTTY) || child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      resolve(code ?? signal);
    });
  });
}

/** The same, but says nothing unless it fails: then all its output goes to stderr. */
export async function runQuietly(file, args, options) {
  const chunks = [];
  const outcome = await run(file, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    listen: (chunk) => chunks.push(chunk),
  });
  if (outcome !== 0) process.stderr.write(Buffer.concat(chunks));
  return outcome;
}

/** Ends this process as its child ended. */
export function endAs(outcome) {
  if (typeof outcome === 'number') process.exitCode = outcome;
  else process.kill(process.pid, outcome);
}

/** The environment without the settings of the npm that runs this script, but with the way to the registry. */
export function withoutOuterNpm(environment) {
  const kept = /^npm_config_(registry|cache|cafile|userconfig|globalconfig|proxy|https_proxy|noproxy)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)));
}
