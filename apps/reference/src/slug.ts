/** Returns the part of an address for a heading, as repository hosts and the component make it: `7. Errors` is `7-errors`. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
