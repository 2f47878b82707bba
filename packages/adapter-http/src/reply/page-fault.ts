/** A page that cannot be made because of a fault of the server: the response is 503 with a page that says so. */
export class PageFault extends Error {
  override readonly name = 'PageFault';

  constructor(
    readonly html: string,
    /** The fault, for the log. */
    override readonly cause: unknown,
  ) {
    super('The page cannot be made.');
  }
}
