import type { Choice } from '../parts/picker.js';

/** An entry of the palette. */
export interface PaletteAction extends Choice {
  readonly run: () => void;
}
