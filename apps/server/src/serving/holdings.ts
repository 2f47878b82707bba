import type { ServerLogger } from '../logging.js';

type GiveBack = () => Promise<void> | void;

/** What a process holds besides its own memory: given back in the opposite order, each once. */
export class Holdings {
  private readonly held: GiveBack[] = [];

  add(giveBack: GiveBack): void {
    this.held.push(giveBack);
  }

  /** Gives everything back, whatever fails on the way. */
  async giveBack(log?: ServerLogger): Promise<void> {
    for (let next = this.held.pop(); next; next = this.held.pop()) {
      try {
        await next();
      } catch (error) {
        log?.error({ err: error }, 'Something could not be given back.');
      }
    }
  }
}
