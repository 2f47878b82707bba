import type { LinkRepository } from './link.repository.js';
import type { LinkViews } from './link.views.js';

/** The ports of links in a transaction. */
export interface LinkPorts {
  readonly links: LinkRepository;
  readonly linkViews: LinkViews;
}
