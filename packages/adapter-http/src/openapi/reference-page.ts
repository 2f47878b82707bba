import type { WebFile } from '../web/web-application.js';

/** The built reference of the API, in memory. */
export class ReferencePage {
  /**
   * @param page the text of `index.html`
   * @param files the files that the page loads, by their names in the folder `/api/docs`, which have the hashes of the contents; and the guides
   *   as text, `*.md`
   */
  constructor(
    readonly page: string,
    readonly files: ReadonlyMap<string, WebFile>,
  ) {}
}
