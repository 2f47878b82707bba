/** A page that cannot be made because of a fault: the response is a page that says so. */
export class PageFault extends Error {
  override readonly name = 'PageFault';

  constructor(
    readonly html: string,
    /** The fault, for the log. */
    override readonly cause: unknown,
    readonly status = 503,
  ) {
    super('The page cannot be made.');
  }
}
