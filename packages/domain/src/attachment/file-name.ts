import type { Brand } from '../shared/brand.js';

/** What an attachment is called: 1 to 255 code points, without path parts and control characters. */
export type FileName = Brand<string, 'FileName'>;

/** The longest name, in code points. */
const LONGEST = 255;

const CONTROL = /\p{Cc}/gu;

export const FileName = {
  /**
   * The name that any text stands for (contract §2.4, Attachments): what is behind the last `/` or `\`, without control characters,
   * cut to its first 255 code points; `file` when nothing is left.
   */
  of(text: string): FileName {
    const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
    const shown = Array.from(base.replace(CONTROL, '')).slice(0, LONGEST).join('');
    return (shown === '' ? 'file' : shown) as FileName;
  },
};
