import { createHash } from 'node:crypto';

/** A file that the browser loads, with the forms that were compressed when it was built. */
export interface WebFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

/** The name of a file in the folder of assets that has the hash of its content. */
export const HASHED_NAME = /^[\w.-]{1,100}-[\w-]{8}\.(?:css|js|svg|woff2)$/;

const ASSETS = '/assets/';

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

  /** The files whose names have the hashes of their contents, by their names in the folder of assets. */
  get hashedFiles(): (WebFile & { readonly name: string })[] {
    return [...this.files].flatMap(([path, file]) => {
      const name = path.startsWith(ASSETS) ? path.slice(ASSETS.length) : '';
      return HASHED_NAME.test(name) ? [{ name, ...file }] : [];
    });
  }

  /** The page with its boot data. Names that members chose are in them: no `<` can end the script element. */
  page(boot: object): string {
    return this.beforeBoot + JSON.stringify(boot).replaceAll('<', '\\u003c') + this.afterBoot;
  }
}
