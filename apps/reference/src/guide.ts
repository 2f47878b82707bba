/** A guide: a document, or one section of it, as the page shows it. */
export interface Guide {
  readonly group: string;
  readonly name: string;
  /** Markdown. */
  readonly text: string;
}

/** A section of a document, before its links are those of the page. */
export interface Section extends Guide {
  /** The path of the document from the root. */
  readonly file: string;
  /** The slugs of the headings in the section, its own included. */
  readonly anchors: readonly string[];
}
