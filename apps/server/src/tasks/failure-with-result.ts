/** The task failed but has a result: both the result and the error are printed. */
export class AnsweredFailure extends Error {
  override readonly name = 'AnsweredFailure';

  constructor(
    message: string,
    readonly answer: object,
  ) {
    super(message);
  }
}
