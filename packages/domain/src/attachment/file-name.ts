import type { Brand } from '../shared/brand.js';
import { lengthOf } from '../shared/text.js';

/**
 * The name of an attachment: 1 to 255 code points, without path parts, control characters and characters that change the text direction;
 * neither `.` nor `..`, which name folders.
 */
export type FileName = Brand<string, 'FileName'>;

/** The maximum length, in code points. */
const LONGEST = 255;

/**
 * Control characters and the characters that change the text direction (Unicode's Bidi_Control). With U+202E in front, `gpj.exe` is shown
 * as `exe.jpg`.
 */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The last dot of a name with what follows, as long as an extension can be. A dot at the beginning starts the name of a hidden file. */
const EXTENSION = /(?<=.)\.[^.]{1,32}$/su;

export const FileName = {
  /**
   * Converts any text to a file name: takes the part after the last `/` or `\`, removes control and direction
   * characters, and cuts it to 255 code points, of which the last are the extension. Returns `file` for a text of which nothing is left, and
   * for `.` and `..`.
   */
  of(text: string): FileName {
    const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
    const shown = cut(base.replace(CONTROL, ''));
    return (['', '.', '..'].includes(shown) ? 'file' : shown) as FileName;
  },
};

function cut(name: string): string {
  if (lengthOf(name) <= LONGEST) return name;
  const [extension = ''] = EXTENSION.exec(name) ?? [];
  return Array.from(name)
    .slice(0, LONGEST - lengthOf(extension))
    .join('')
    .concat(extension);
}
