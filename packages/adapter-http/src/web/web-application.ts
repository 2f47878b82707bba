import { createHash } from 'node:crypto';

/** A file that the browser loads, with the forms that were compressed when it was built. */
export interface WebFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

/** Stands in `index.html` in the place of the boot data. */
const PLACEHOLDER = '__BOOT__';

/** The built browser application, in memory. */
export class WebApplication {
  /** Changes with every build: the page names its assets by their hashes. */
  readonly version: string;
  private readonly beforeBoot: string;
  private readonly afterBoot: string;

  /**
   * @param index the text of `index.html`
   * @param files all other files, by their path from the root: `/assets/index-1a2b3c.js`
   * @throws when `index.html` has no place for the boot data, or more than one
   */
  constructor(
    index: string,
    readonly files: ReadonlyMap<string, WebFile>,
  ) {
    const [before, after, ...others] = index.split(PLACEHOLDER);
    if (before === undefined || after === undefined || others.length > 0) {
      throw new Error(`index.html must contain ${PLACEHOLDER} exactly once.`);
    }
    this.beforeBoot = before.trimEnd();
    this.afterBoot = after.trimStart();
    this.version = createHash('sha256').update(index).digest('hex').slice(0, 12);
  }

  /** The page with its boot data. Names that members chose are in them: no `<` can end the script element. */
  page(boot: object): string {
    return this.beforeBoot + JSON.stringify(boot).replaceAll('<', '\\u003c') + this.afterBoot;
  }
}
