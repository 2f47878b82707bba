/** The task failed but has an answer: both the answer and the error are printed. */
export class AnsweredFailure extends Error {
  override readonly name = 'AnsweredFailure';

  constructor(
    message: string,
    readonly answer: object,
  ) {
    super(message);
  }
}
