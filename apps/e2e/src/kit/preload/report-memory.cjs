// Loaded into a server by `--require`, with `--expose-gc`: on SIGUSR2 the server collects garbage and writes the bytes that it still uses.
'use strict';

process.on('SIGUSR2', () => {
  // The second collection frees what the finalizers of the first one let go.
  globalThis.gc();
  setTimeout(() => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.stderr.write(`memory in use: ${heapUsed + external}\n`);
  }, 100);
});
