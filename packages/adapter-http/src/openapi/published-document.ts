import { Injectable } from '@nestjs/common';

/**
 * The text of `openapi.json`. It is made when it is first read: that takes a tenth of the processor time of a start, and few clients ask for
 * it.
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

  get text(): string {
    return (this.made ??= this.make());
  }
}
