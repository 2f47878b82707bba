/** The most characters that a refusal repeats of a name that the client sent. */
const LONGEST_SHOWN = 200;

/** Cuts a name that the client sent to what a refusal shows of it. */
export const shownName = (name: string): string => name.slice(0, LONGEST_SHOWN);
