/*
 * Loaded into a server by `--require`. Answers each request to EVENT_LOOP_PORT with the longest time, in milliseconds, for which the event
 * loop was held since the request before.
 */
'use strict';
const { createServer } = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');

/** Milliseconds between two looks. */
const RESOLUTION = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

createServer((_request, response) => {
  response.end(String(delay.max / 1e6 - RESOLUTION));
  delay.reset();
})
  .listen(Number(process.env.EVENT_LOOP_PORT), '127.0.0.1')
  .unref();
