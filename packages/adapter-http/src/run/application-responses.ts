import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { admits } from '../web/encoding.js';

/** Bytes. A smaller response fits into one packet as it is. */
const LEAST_COMPRESSED = 1_400;

/** The level of gzip: higher ones take more time than the bytes they save. */
const LEVEL = 4;

/**
 * Adds to the responses to the application the release of the pages in `Worktrack-Release`, so that an earlier page loads the new one, and gzip
 * for JSON where the browser admits it, in a thread of its own. No response holds a secret of its user next to a text of somebody else.
 */
export function installApplicationResponses(fastify: FastifyInstance, release: string | undefined): void {
  fastify.addHook('onSend', ({ context, headers, method }, reply, payload, done) => {
    if (!context.isApplication) {
      done(null, payload);
      return;
    }
    if (release !== undefined) void reply.header('Worktrack-Release', release);
    const isLong = typeof payload === 'string' && payload.length >= LEAST_COMPRESSED && method !== 'HEAD';
    if (!isLong || !admits(headers['accept-encoding'] ?? '', 'gzip')) {
      done(null, payload);
      return;
    }
    gzip(payload, { level: LEVEL }, (error, compressed) => {
      if (!error) void reply.headers({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
      done(null, error ? payload : compressed);
    });
  });
}
