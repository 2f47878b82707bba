import type { Api } from '@worktrack/adapter-http';
import type { Configuration } from '../config.js';

/** Opens the port. Throws with one sentence when it cannot be opened. */
export async function listenOn(api: Api, { port, host }: Pick<Configuration, 'port' | 'host'>): Promise<void> {
  try {
    await api.listen(port, host);
  } catch (error) {
    throw failureToOpen(error, { port, host }, 'PORT');
  }
}

/**
 * Returns an error of one sentence for a port that could not be opened.
 * @param setting the variable that chooses the port
 */
export function failureToOpen(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
  setting: 'PORT' | 'METRICS_PORT',
): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason =
    code === 'EADDRINUSE' ? `it is in use, choose another one by ${setting}=…` : (REASONS[code] ?? String(error));
  return new Error(`Port ${port} of ${host} cannot be opened: ${reason}.`, { cause: error });
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name is unknown',
};
