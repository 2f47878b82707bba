import type { Brand } from '../shared/brand.js';

/**
 * The name of an attachment: 1 to 255 code points, without path parts, control characters and characters that change the text direction.
 */
export type FileName = Brand<string, 'FileName'>;

/** The maximum length, in code points. */
const LONGEST = 255;

/**
 * Control characters and the characters that change the text direction (Unicode's Bidi_Control). With U+202E in front, `gpj.exe` is shown
 * as `exe.jpg`.
 */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;

export const FileName = {
  /**
   * Converts any text to a file name: takes the part after the last `/` or `\`, removes control and direction
   * characters, and cuts it to 255 code points. Returns `file` when nothing is left.
   */
  of(text: string): FileName {
    const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
    const shown = Array.from(base.replace(CONTROL, '')).slice(0, LONGEST).join('');
    return (shown === '' ? 'file' : shown) as FileName;
  },
};
