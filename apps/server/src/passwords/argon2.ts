import { PasswordHasher } from '@worktrack/application';

/** The parameters of today: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** argon2id, on the thread pool. The native library is loaded with the first password. */
export class Argon2Hasher extends PasswordHasher {
  /** The hash of 256 random bits that nobody knows. */
  readonly decoy = `${PREFIX}y84VXIeqjdx1dPjRzo4VOw$a4EkGdKJNKCLMlRefAsWTrHmT2xapzIOFPaL7du2d4E`;

  async hash(password: string): Promise<string> {
    const { hash } = await import('@node-rs/argon2');
    return hash(password, PARAMETERS);
  }

  async verify(hash: string, password: string): Promise<boolean> {
    const { verify } = await import('@node-rs/argon2');
    return verify(hash, password);
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(PREFIX);
  }
}
