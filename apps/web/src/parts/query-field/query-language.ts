import type { Catalogue, Use } from '@worktrack/squeakql';

/** The language of the field: its names, and what its reader allows. */
export interface QueryLanguage extends Use {
  readonly catalogue: Catalogue<string, string>;
  /** The most characters of a query. */
  readonly most: number;
}
