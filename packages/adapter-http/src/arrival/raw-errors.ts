import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from '../connections/connections.js';
import { envelopeOf, newRequestId, refusalFor } from '../reply/errors.js';
import { JSON_TYPE } from '../reply/json-type.js';

/** Responds to bytes that are not an HTTP request, or to a request that does not come in time, and ends the connection. */
export function respondToParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  const { headers, body } = unreadable();
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const words = [`HTTP/1.1 400 ${STATUS_CODES[400] ?? ''}`, ...head, '', body].join('\r\n');
  const connection = connectionOf(socket);
  if (connection) connection.refuse(error, words);
  else socket.destroy();
}

/** The response to what cannot be read as a request; the connection ends with it. */
function unreadable() {
  const requestId = newRequestId();
  const body = JSON.stringify(envelopeOf(refusalFor({ status: 400 }), requestId));
  const headers = {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { headers, body };
}
