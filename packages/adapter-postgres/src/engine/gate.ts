import { Overloaded } from '@worktrack/application';

/** Limits how many works run at once. The others wait in the order in which they came. */
export class Gate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param patience milliseconds that a work waits at most */
  constructor(
    private readonly most: number,
    private readonly patience: number,
  ) {}

  /** Throws `Overloaded` when the work does not get its turn in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) {
      await this.turn();
    } else this.running += 1;
    try {
      return await work();
    } finally {
      // The next one takes the place over.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(new Overloaded('connection', 'No connection to the database became free.'));
      }, this.patience).unref();
      this.waiting.push(begin);
    });
  }
}
