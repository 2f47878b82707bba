/** The sign of a list before its text: `- `, `* `, `• `, `3. `, `3) `, `- [ ] `. */
const SIGN_OF_LIST = /^(?:[-*•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** The titles in a pasted text: one for each line that is not empty, without the signs of a list. */
export const titlesIn = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).flatMap((line) => {
    const title = line.trim().replace(SIGN_OF_LIST, '').trim();
    return title === '' ? [] : [title];
  });
