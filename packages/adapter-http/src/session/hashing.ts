import { Injectable } from '@nestjs/common';
import { PasswordHasher, RequestWork, type Owner } from '@worktrack/application';
import { Limits } from '../limits/limits.js';

/** Hashes passwords, a few concurrently. Throws `Overloaded` when too many wait, or when the wait takes too long. */
@Injectable()
export class Hashing {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
  ) {}

  /** Verifies a password. Without a hash it verifies the decoy, which takes as long, and returns false. */
  verify(owner: Owner, hash: string | null | undefined, password: string): Promise<boolean> {
    return this.run(owner, async () => {
      const isRight = await this.hasher.verify(hash ?? this.hasher.decoy, password);
      return isRight && typeof hash === 'string';
    });
  }

  hash(owner: Owner, password: string): Promise<string> {
    return this.run(owner, () => this.hasher.hash(password));
  }

  /** Hashes a password that was verified again, when its hash has other parameters than those of today. */
  async renewed(owner: Owner, hash: string, password: string): Promise<string | undefined> {
    return this.hasher.isOutdated(hash) ? this.hash(owner, password) : undefined;
  }

  private async run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
    const release = await this.limits.passwords.take(owner, RequestWork.current);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
