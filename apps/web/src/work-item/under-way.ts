import type { Values } from './fields.js';
import { Overlay } from './overlay.js';

/** The values of changes of this page that the server has not made yet, by the id of the Work Item: `itemChanges` writes them. */
export const valuesUnderWay = new Overlay<Partial<Values>>();
