/**
 * Returns the result of `work`, or rejects after that many milliseconds. A result whose bytes have arrived by then still counts: a process
 * that was busy itself must not take its own delay for that of another one.
 */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // The event loop runs timers before it reads what has arrived, and immediates after it.
      setImmediate(reject, new Error(`No response within ${milliseconds} ms.`));
    }, milliseconds);
    const done = (): void => {
      clearTimeout(timer);
    };
    work.then(resolve, reject).finally(done);
  });
}
