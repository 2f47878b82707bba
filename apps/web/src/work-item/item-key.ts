/** The key of the Project of a Work Item, by the key of the Work Item. */
export const projectOf = (key: string): string => key.slice(0, key.lastIndexOf('-'));
