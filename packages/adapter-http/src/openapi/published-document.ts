import { Injectable } from '@nestjs/common';

/** The injection token of the document of the extensions. */
export const EXTENSIONS_DOCUMENT = Symbol('EXTENSIONS_DOCUMENT');

/**
 * The text of an `openapi.json`. To make it takes a tenth of the processor time of a start, in one piece: a server makes it before it listens,
 * so that no request holds up the others.
 */
@Injectable()
export class PublishedDocument {
  private made: string | undefined;
  private make = (): string => {
    throw new Error('The routes are not known yet.');
  };

  /** Sets how the text is made, once the routes are known. */
  madeBy(make: () => string): void {
    this.make = make;
  }

  /** Returns the text, which is made once. */
  text(): string {
    return (this.made ??= this.make());
  }
}
