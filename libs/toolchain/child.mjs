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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and answers its exit code, or the name of the signal that ended it. SIGINT and SIGTERM that
 * reach this process meanwhile are passed on, and leave it to the child to end.
 */
export async function run(file, args, options) {
  const { outcome } = await runToEnd(file, args, { stdio: 'inherit', ...options });
  return outcome;
}

/**
 * Runs a program like `run`, but prints nothing unless it fails: then all its output goes to stderr. After a signal was
 * passed on, the outcome is that signal, whatever the exit code of the child: an interrupted run counts as not done.
 */
export async function runQuietly(file, args, options) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const { outcome, passedOn, said } = await runToEnd(file, args, { ...options, stdio });
  if (passedOn !== undefined) return passedOn;
  if (outcome !== 0) process.stderr.write(said);
  return outcome;
}

function runToEnd(file, args, { env, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, env: { ...process.env, ...QUIET, ...env } });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
    let passedOn;
    const passOn = (signal) => {
      passedOn = signal;
      // A terminal tells the whole foreground itself; a second SIGINT would mean "at once" to most programs.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, passOn);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of SIGNALS) process.off(name, passOn);
      resolve({ outcome: code ?? signal, passedOn, said: Buffer.concat(said) });
    });
  });
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
