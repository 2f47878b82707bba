/** True where suites have their sizes of the deep tier. */
export const isDeep = process.env.TEST_DEEP !== undefined;
