/**
 * True where a suite has its size of the deep tier. Beside the server with a single connection suites keep their size of `npm test`, so that
 * the long ones are long only once.
 */
export const isDeep = process.env.TEST_DEEP !== undefined && globalThis.SHARED_SERVER !== 'one-connection';
