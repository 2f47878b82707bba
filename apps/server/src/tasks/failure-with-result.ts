/** The task failed but has a result: both the result and the error are printed. */
export class FailureWithResult extends Error {
  override readonly name = 'FailureWithResult';

  constructor(
    message: string,
    readonly result: object,
  ) {
    super(message);
  }
}
