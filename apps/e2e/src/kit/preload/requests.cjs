/*
 * Follows each request of a server into which a module of this folder is loaded: `requests.getStore()` returns the request that the running
 * code belongs to, or undefined.
 */
'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const { subscribe } = require('node:diagnostics_channel');

const requests = new AsyncLocalStorage();

/** Makes the listeners of a message run as part of its request: the bytes of a body come by events of the connection. */
function follow(message, request) {
  const { emit } = message;
  message.emit = (...event) => requests.run(request, () => emit.apply(message, event));
}

// Fastify publishes here that a server is made. Its hook is the first of all hooks.
subscribe('fastify.initialization', ({ fastify }) => {
  fastify.addHook('onRequest', ({ method, routeOptions, raw, headers }, reply, done) => {
    const request = {
      /** Method and path of the route. */
      operation: `${method} ${routeOptions.url ?? raw.url}`,
      operationId: routeOptions.config?.operation?.id,
      key: headers['idempotency-key'],
      isOver: false,
    };
    reply.raw.once('close', () => (request.isOver = true));
    follow(raw, request);
    follow(reply.raw, request);
    requests.run(request, done);
  });
});

module.exports = { requests };
