import type { Brand } from './brand.js';

/** A colour: `#` and six lower-case hexadecimal digits. */
export type Color = Brand<string, 'Color'>;

const SHAPE = /^#[0-9a-fA-F]{6}$/;

export const Color = {
  /** The colour of a Project or a label when none is chosen. */
  default: '#6366f1' as Color,

  /** Accepts both cases and returns lower case. Returns `undefined` when the text is not a colour. */
  parse(text: string): Color | undefined {
    return SHAPE.test(text) ? (text.toLowerCase() as Color) : undefined;
  },
};
