import type { Brand } from '../shared/brand.js';

/** Name of an attachment: 1 to 255 code points, without path parts, control characters and marks that turn the direction of text. */
export type FileName = Brand<string, 'FileName'>;

/** The longest name, in code points. */
const LONGEST = 255;

/**
 * Control characters, and those that change the direction in which text is shown (Unicode's Bidi_Control): with U+202E in front,
 * `gpj.exe` is shown as `exe.jpg`.
 */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;

export const FileName = {
  /**
   * The name that any text stands for (contract §2.4, Attachments): what is behind the last `/` or `\`, without control characters
   * and marks of direction, cut to its first 255 code points; `file` when nothing is left.
   */
  of(text: string): FileName {
    const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
    const shown = Array.from(base.replace(CONTROL, '')).slice(0, LONGEST).join('');
    return (shown === '' ? 'file' : shown) as FileName;
  },
};
