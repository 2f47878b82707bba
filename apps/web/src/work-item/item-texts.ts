import type { TextPlace } from '../parts/text-place.js';

/** The place of texts of an Organization: keys of Work Items lead to them. */
export const textPlaceOf = (organization: string): TextPlace => ({
  hrefOf: (key) => `/o/${organization}/items/${key}`,
});
