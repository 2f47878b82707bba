import type { WebFile } from '../web/web-application.js';

/** The built reference of the API, in memory. */
export class ReferencePage {
  /**
   * @param page the text of `index.html`
   * @param files the files that the page loads, by their names in the folder `/api/docs`; the name has the hash of the content
   */
  constructor(
    readonly page: string,
    readonly files: ReadonlyMap<string, WebFile>,
  ) {}
}
