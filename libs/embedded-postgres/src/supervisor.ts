import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, programEnvironment } from './cluster.js';
import type { ServerFolder } from './server-folder.js';

/** Path of the server's log; every start truncates it. */
export const logFile = ({ home }: ServerFolder): string => path.join(home, 'log');

/**
 * Runs the server and stops it at the end of file on descriptor 3, when the last process that needs it is gone.
 * A line that arrives there is the name of a new member. The script creates a file of this name in the folder $1. The member then knows
 * that the end of file has not been met, and cannot be met before the member leaves too.
 */
const SCRIPT = `
members=$1
shift
"$@" 3<&- &
server=$!
trap 'kill -INT $server 2>/dev/null' HUP INT TERM
(
  trap - HUP INT TERM
  while IFS= read -r name; do true >"$members/$name"; done
  exec <&-
  kill -INT $server 2>/dev/null
) <&3 3<&- &
watcher=$!
exec 3<&-
wait $server
while kill -0 $server 2>/dev/null; do wait $server; done
kill $watcher 2>/dev/null
`;

/** Starts a server in the background. It outlives this process as long as another process keeps the FIFO open. */
export function spawnSupervised(
  serverFolder: ServerFolder,
  server: {
    readonly port: number;
    readonly settings: Readonly<Record<string, string>>;
    readonly members: string;
    /** The reading end of the FIFO. */
    readonly readingEnd: number;
    /** A file descriptor that the server keeps open while it runs. */
    readonly heldOpen?: number | undefined;
  },
): void {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Log only the server's own messages: the application's refused statements are normal and would fill the log.
    log_min_messages: 'log',
    ...server.settings,
  };
  const command = serverFolder.command('postgres', [
    ...['-D', dataFolder(serverFolder), '-p', String(server.port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openSync(logFile(serverFolder), 'w', 0o600);
  try {
    spawn('/bin/sh', ['-c', SCRIPT, 'embedded-postgres', server.members, command.file, ...command.args], {
      ...command.identity,
      cwd: '/',
      detached: true, // a Ctrl-C in the terminal is for the processes that use the server
      env: programEnvironment(),
      stdio: ['ignore', log, log, server.readingEnd, server.heldOpen ?? 'ignore'],
    })
      .once('error', () => undefined) // the caller notices it: no process reads the pipe
      .unref();
  } finally {
    closeSync(log);
  }
}
