import type { SavedViewRepository } from './saved-view.repository.js';
import type { SavedViewViews } from './saved-view.views.js';

/** The ports of saved views in a transaction. */
export interface SavedViewPorts {
  readonly savedViews: SavedViewRepository;
  readonly savedViewViews: SavedViewViews;
}
