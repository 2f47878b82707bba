'use strict';
const { chromium, firefox } = require('playwright-core');
const { ws: WebSocket } = require('playwright-core/lib/utilsBundle');

/** The message by which jest ends a worker (jest-worker, `CHILD_MESSAGE_END`). */
const END = 2;

/** True in a worker of jest. It ends with that message; jest's own process, which runs a single suite itself, ends without one. */
const isWorker = process.send !== undefined;

let started;
/** The context that visits have one after the other, with its browser and the server that they visit. */
let kept;

/**
 * Firefox 153, the one with long support, does not know the command by which Playwright sets colours in every new context: an empty answer is
 * given here. The preferences of `kit/firefox.ts` set them instead. ADR 110 says when this goes.
 */
const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride';

function answerWhatFirefoxDoesNotKnow() {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text, ...rest) {
    if (typeof text !== 'string' || !text.includes(UNKNOWN_TO_FIREFOX)) return send.call(this, text, ...rest);
    const { id, method } = JSON.parse(text);
    if (method !== UNKNOWN_TO_FIREFOX) return send.call(this, text, ...rest);
    setImmediate(() => this.emit('message', JSON.stringify({ type: 'success', id, result: {} }), false));
  };
}

/**
 * Returns the browser of this worker, and starts it for the first suite that needs one. A browser that dies while it starts, before it has
 * seen any page, is started again; so is one that has died since.
 * @param options those of playwright's `launch`; a channel of Firefox starts Firefox
 */
exports.theBrowser = async (options) => {
  const known = await started;
  if (known?.isConnected()) return known;
  // Jest ends a worker by SIGTERM and then gives its next suite to another one. A handler of Playwright would keep the worker alive for half a
  // second: in it that suite would begin, and a second time in the other one. The browser ends with the pipe that connects it to the worker.
  const isFirefox = options.channel === 'moz-firefox';
  if (isFirefox) answerWhatFirefoxDoesNotKnow();
  const start = () => (isFirefox ? firefox : chromium).launch({ ...options, handleSIGTERM: false });
  started = start().catch(start).catch(start);
  return started;
};

/**
 * Returns the context that visits of a server have one after the other, with a page that keeps its process alive. A new browser or another
 * server gets a new one. Returns undefined while a visit has it: one that did not end in its time.
 */
exports.takeContext = async (browser, origin, make) => {
  if (kept?.browser !== browser || kept.origin !== origin || kept.hasCrashed) {
    await exports.leaveContext();
    const context = await make();
    const keeper = await context.newPage();
    await keeper.goto('/robots.txt');
    const made = { browser, origin, context, keeper, session: await context.newCDPSession(keeper), isFree: true };
    keeper.once('crash', () => (made.hasCrashed = true));
    kept = made;
  }
  if (!kept.isFree) return undefined;
  kept.isFree = false;
  return kept;
};

/** Closes the kept context: the next visit gets another one. */
exports.leaveContext = async () => {
  const left = kept;
  kept = undefined;
  await left?.context.close().catch(() => undefined);
};

/** Ends the browser when no other suite can need it. */
exports.leaveBrowser = async () => {
  if (!isWorker) await endBrowser();
};

async function endBrowser() {
  const browser = await started?.catch(() => undefined);
  started = undefined;
  kept = undefined;
  await browser?.close();
}

if (isWorker) {
  process.on('message', function end([type]) {
    if (type !== END) return;
    process.off('message', end);
    void endBrowser();
  });
}
