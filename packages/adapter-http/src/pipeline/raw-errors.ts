import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { envelopeOf, newRequestId, refusalFor } from './errors.js';

const UNREADABLE = { status: 400 };

/** Answers bytes that are no HTTP request: the parser gave up before there was a request to speak of. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const body = JSON.stringify(envelopeOf(refusalFor(UNREADABLE), requestId));
  const head = [
    `HTTP/1.1 400 ${STATUS_CODES[400] ?? ''}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Answers an `Expect` that is not `100-continue`. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = newRequestId();
  const body = JSON.stringify(envelopeOf(refusalFor(UNREADABLE), requestId));
  response
    .writeHead(400, {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    .end(body);
}
