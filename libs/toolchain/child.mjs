// Runs the child processes of the scripts: their output, their signals, and their environment without the outer npm's settings.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** Environment that disables telemetry and update notices. */
export const QUIET = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and returns its exit code, or the name of the signal that ended it. Signals that reach
 * this process meanwhile are passed on; they do not end this process before the child.
 * @param options those of `spawn`, and these: `hasOwnGroup`, true for a program that starts others and does not read the terminal:
 *   signals then reach all of them; `priority`, for the scheduler of the system, as `os.setPriority` takes it; `cancelled`, an
 *   `AbortSignal` that kills the program and those that it started, where it has its own group
 */
export async function run(file, args, options) {
  const { outcome } = await runToEnd(file, args, { stdio: 'inherit', ...options });
  return outcome;
}

/**
 * Runs a program and those that it starts like `run`, but prints nothing unless it fails: then all its output goes to stderr. After a signal was
 * passed on, the outcome is that signal, whatever the exit code of the child: an interrupted run counts as not done.
 */
export async function runQuietly(file, args, options) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const { outcome, passedOn, said } = await runToEnd(file, args, { ...options, stdio, hasOwnGroup: true });
  if (passedOn !== undefined) return passedOn;
  if (outcome !== 0 && !options?.cancelled?.aborted) process.stderr.write(said);
  return outcome;
}

function runToEnd(file, args, { env, hasOwnGroup = false, priority, cancelled, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, env: { ...process.env, ...QUIET, ...env }, detached: hasOwnGroup });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
    let passedOn;
    const passOn = (signal) => {
      passedOn = signal;
      if (hasOwnGroup) killGroup(child.pid, signal);
      // A terminal signals the whole foreground group itself; most programs treat a second SIGINT as "end at once".
      else if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, passOn);
    const cancel = () => killGroup(child.pid, 'SIGKILL');
    if (cancelled?.aborted) cancel();
    else cancelled?.addEventListener('abort', cancel);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of SIGNALS) process.off(name, passOn);
      cancelled?.removeEventListener('abort', cancel);
      resolve({ outcome: code ?? signal, passedOn, said: Buffer.concat(said) });
    });
  });
}

/** Sends a signal to a program and to those that it started. They may have ended already. */
function killGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends this process as its child ended. */
export function endAs(outcome) {
  if (typeof outcome === 'number') process.exitCode = outcome;
  else process.kill(process.pid, outcome);
}

/** Returns the environment without the settings of the npm that runs this script, except those that it needs to reach the registry. */
export function withoutOuterNpm(environment) {
  const kept = /^npm_config_(registry|cache|cafile|userconfig|globalconfig|proxy|https_proxy|noproxy)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)));
}
