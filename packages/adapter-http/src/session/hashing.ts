import { Injectable } from '@nestjs/common';
import { Overloaded, PasswordHasher } from '@worktrack/application';
import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';

/** The most hashings at once, and the most that wait: each takes 19 MiB and a thread. */
const MOST_AT_ONCE = 4;
const MOST_WAITING = 100;

/** Milliseconds that a hashing waits for its turn. */
const LONGEST_WAIT = 5_000;

/** Hashes passwords, a few at once. Throws `Overloaded` when too many wait, or when the wait takes too long. */
@Injectable()
export class Hashing {
  private readonly permits = withTimeout(new Semaphore(MOST_AT_ONCE), LONGEST_WAIT);
  private waiting = 0;

  constructor(private readonly hasher: PasswordHasher) {}

  /** Verifies a password. Without a hash it verifies the decoy, which takes as long, and returns false. */
  verify(hash: string | null | undefined, password: string): Promise<boolean> {
    return this.run(async () => {
      const isRight = await this.hasher.verify(hash ?? this.hasher.decoy, password);
      return isRight && typeof hash === 'string';
    });
  }

  hash(password: string): Promise<string> {
    return this.run(() => this.hasher.hash(password));
  }

  /** Hashes a password that was verified again, when its hash has other parameters than those of today. */
  async renewed(hash: string, password: string): Promise<string | undefined> {
    return this.hasher.isOutdated(hash) ? this.hash(password) : undefined;
  }

  private async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= MOST_WAITING + MOST_AT_ONCE)
      throw new Overloaded('turn', 'Too many passwords are hashed at once.');
    this.waiting += 1;
    try {
      return await this.permits.runExclusive(work);
    } catch (error) {
      throw error === E_TIMEOUT ? new Overloaded('turn', 'Other passwords took too long.') : error;
    } finally {
      this.waiting -= 1;
    }
  }
}
