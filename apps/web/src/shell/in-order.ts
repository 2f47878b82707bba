/** Sorts after every letter of an address. */
const LAST = '~';

/** The screens in the order in which the router tries them: at each place of an address, a word comes before a parameter. */
export function inOrder<Screen extends { readonly path: string }>(screens: readonly Screen[]): readonly Screen[] {
  const sorted = screens
    .map((screen) => ({ screen, pattern: screen.path.replace(/:\w+|\*/g, LAST) }))
    .sort((one, other) => (one.pattern < other.pattern ? -1 : 1));
  sorted.forEach(({ screen, pattern }, at) => {
    if (sorted[at - 1]?.pattern === pattern) throw new Error(`There are two screens with the path ${screen.path}.`);
  });
  return sorted.map(({ screen }) => screen);
}
