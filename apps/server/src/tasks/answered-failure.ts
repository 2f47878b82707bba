/** The task failed, and still has an answer to give: both are told. */
export class AnsweredFailure extends Error {
  override readonly name = 'AnsweredFailure';

  constructor(
    message: string,
    readonly answer: object,
  ) {
    super(message);
  }
}
