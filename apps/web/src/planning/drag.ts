import { dragsOf } from '../parts/drag.js';

/** Rows are dragged by their keys to sections. */
export const { dragged, useDraggable, useDropZone, useDrags } = dragsOf<string, string>(() => true);
