import type { Brand } from './brand.js';

/** `#` and six lower-case hexadecimal digits (contract §1.4). */
export type Color = Brand<string, 'Color'>;

const SHAPE = /^#[0-9a-fA-F]{6}$/;

export const Color = {
  /** What a Project or a label gets when nobody chooses. */
  default: '#6366f1' as Color,

  /** Accepts either case, keeps lower case; `undefined` when it is no colour. */
  parse(text: string): Color | undefined {
    return SHAPE.test(text) ? (text.toLowerCase() as Color) : undefined;
  },
};
