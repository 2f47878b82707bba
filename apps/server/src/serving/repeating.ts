import type { ServerLogger } from '../logging.js';

/** Small work of the process, such as one statement. */
export interface Repeated {
  readonly work: () => Promise<void>;
  /** Milliseconds between two beginnings. One that is due while the work is still under way is left out. */
  readonly period: number;
  /** Logged when the work fails, once until it succeeds again. */
  readonly onFailure: string;
}

/** Does the work again and again, until `end` is called, which resolves when none is under way any more. */
export function beginRepeating({ work, period, onFailure }: Repeated, log: ServerLogger): { end(): Promise<void> } {
  let isFailing = false;
  let underWay: Promise<void> | undefined;
  const perform = async (): Promise<void> => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, onFailure);
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    underWay ??= perform().then(() => (underWay = undefined));
  }, period).unref();
  return {
    end: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
