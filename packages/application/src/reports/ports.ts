import type { PrecomputedFlow } from './precomputed-flow.js';

/** Rebuilds precomputed rows of reports in a transaction of administration. */
export interface FlowPorts {
  readonly precomputedFlow: PrecomputedFlow;
}
