import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { envelopeOf, newRequestId, refusalFor } from './errors.js';
import { cutRequestsOf } from './request-end.js';

/** Answers bytes that are no HTTP request: the parser gave up before there was a request to speak of. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const earlier = responseOn(socket);
  // The bytes behind a request that arrived whole: its own answer comes first, and is the last.
  if (earlier?.req.complete) {
    earlier.once('close', () => {
      cutRequestsOf(socket);
      socket.destroy();
    });
    return;
  }
  cutRequestsOf(socket);
  const { headers, body } = unreadable();
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 400 ${STATUS_CODES[400] ?? ''}`, ...head, '', body].join('\r\n'));
}

/** The response that this connection is waiting for: Node keeps it where its own handler of such errors finds it. */
function responseOn(socket: Socket): ServerResponse | null | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
}

/** The answer to what cannot be read as a request; the connection ends with it. */
function unreadable() {
  const requestId = newRequestId();
  const body = JSON.stringify(envelopeOf(refusalFor({ status: 400 }), requestId));
  const headers = {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { headers, body };
}
