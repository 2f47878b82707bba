/** Thrown where a read asks for something that has another address now. */
export class Moved extends Error {
  override readonly name = 'Moved';

  constructor(
    /** The path and the query of that address. */
    readonly location: string,
  ) {
    super('This has another address.');
  }
}
