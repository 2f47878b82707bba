import type { LabelRepository } from './label.repository.js';
import type { LabelViews } from './label.views.js';

/** The ports of labels in a transaction. */
export interface LabelPorts {
  readonly labels: LabelRepository;
  readonly labelViews: LabelViews;
}
