import { QuotaExhausted } from '@worktrack/application';
import { ONE_MINUTE } from '@worktrack/domain';

interface Spent {
  readonly bytes: number;
  readonly at: number;
}

/**
 * Limits the bytes of search text that each token may write in a minute. To index a long text of random letters costs a third of a
 * second, and all tenants share the index: only the token that writes more has to wait.
 *
 * Spent bytes are forgiven evenly over the minute. A write is refused while nothing of the budget is left, whatever its size, so
 * that even one that is larger than the whole budget comes through; it is paid for afterwards. Each process counts for itself.
 */
export class TextBudget {
  /** Spent bytes by token; the token that spent last is at the end. */
  private readonly spent = new Map<string, Spent>();

  constructor(
    private readonly bytesPerMinute = Infinity,
    /** A clock that never goes back, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws `QuotaExhausted` when the token has to wait. */
  spend(token: string, bytes: number): void {
    if (this.bytesPerMinute === Infinity) return;
    this.forget();
    const owed = this.owedBy(token);
    if (owed >= this.bytesPerMinute) {
      const wait = ((owed - this.bytesPerMinute) / this.bytesPerMinute) * ONE_MINUTE;
      throw new QuotaExhausted(
        'This token has written too much text: try again in a moment.',
        Math.floor(wait / 1_000) + 1,
      );
    }
    this.spent.delete(token);
    this.spent.set(token, { bytes: owed + bytes, at: this.now() });
  }

  /** The number of remembered tokens. */
  get size(): number {
    return this.spent.size;
  }

  private owedBy(token: string): number {
    const { bytes, at } = this.spent.get(token) ?? { bytes: 0, at: 0 };
    return Math.max(0, bytes - ((this.now() - at) / ONE_MINUTE) * this.bytesPerMinute);
  }

  /** Forgets the tokens at the front that owe nothing any more. */
  private forget(): void {
    for (const token of this.spent.keys()) {
      if (this.owedBy(token) > 0) return;
      this.spent.delete(token);
    }
  }
}
