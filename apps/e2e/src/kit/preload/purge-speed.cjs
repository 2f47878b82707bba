/*
 * Loaded into a server by `--require`: what its purges wait for passes PURGE_SPEED times as fast. All other timers are as they were.
 */
'use strict';
const timers = require('node:timers/promises');

const speed = Number(process.env.PURGE_SPEED);
const PURGING = /[\\/]serving[\\/]purging\.js/;

/** True when the function that calls `setTimeout` is one of the purges. */
const isOfPurge = () => PURGING.test(new Error().stack.split('\n')[4]);

const inTime = (milliseconds) => (isOfPurge() ? milliseconds / speed : milliseconds);

const { setTimeout: later } = globalThis;
function setTimeoutInTime(then, milliseconds, ...values) {
  return later(then, inTime(milliseconds), ...values);
}
globalThis.setTimeout = Object.defineProperties(setTimeoutInTime, Object.getOwnPropertyDescriptors(later));

const { setTimeout: delay } = timers;
timers.setTimeout = function delayInTime(milliseconds, ...values) {
  return delay(inTime(milliseconds), ...values);
};
