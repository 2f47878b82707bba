import type { TextPlace } from '../parts/text-place.js';

/** What texts of an Organization show beside their words: links for the keys of Work Items. */
export const textPlaceOf = (organization: string): TextPlace => ({
  hrefOf: (key) => `/o/${organization}/items/${key}`,
});
