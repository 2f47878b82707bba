'use strict';
const { chromium } = require('playwright-core');

/** The message by which jest ends a worker (jest-worker, `CHILD_MESSAGE_END`). */
const END = 2;

/** True in a worker of jest. It ends with that message; jest's own process, which runs a single suite itself, ends without one. */
const isWorker = process.send !== undefined;

let started;

/**
 * Returns the browser of this worker, and starts it for the first suite that needs one. A browser that dies while it starts, before it has
 * seen any page, is started again; so is one that has died since.
 * @param options those of playwright's `launch`
 */
exports.theBrowser = async (options) => {
  const known = await started;
  if (known?.isConnected()) return known;
  const start = () => chromium.launch(options);
  started = start().catch(start).catch(start);
  return started;
};

/** Ends the browser when no other suite can need it. */
exports.leaveBrowser = async () => {
  if (!isWorker) await endBrowser();
};

async function endBrowser() {
  const browser = await started?.catch(() => undefined);
  started = undefined;
  await browser?.close();
}

if (isWorker) {
  process.on('message', function end([type]) {
    if (type !== END) return;
    process.off('message', end);
    void endBrowser();
  });
}
