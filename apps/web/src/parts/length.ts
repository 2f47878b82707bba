/** The number of characters of a text: code points, as the server counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The number of characters that a text has too many. */
export const excessOf = (text: string, most: number): number =>
  text.length <= most ? 0 : Math.max(0, lengthOf(text) - most);

/** Says how many characters are too many. */
export const tooLong = (excess: number, most: number): string =>
  `${excess} ${excess === 1 ? 'character' : 'characters'} too many: at most ${most}.`;

/** As `ref` of a field: its form cannot be sent while the text is too long, and the browser says why. Nothing is cut off. */
export const limited =
  (text: string, most: number) =>
  (element: HTMLInputElement | HTMLTextAreaElement | null): void => {
    const excess = excessOf(text, most);
    element?.setCustomValidity(excess > 0 ? tooLong(excess, most) : '');
  };
