import type { FastifyReply } from 'fastify';
import { encodingFor } from './encoding.js';
import type { WebFile } from './web-application.js';

/** `Cache-Control` of a file whose name has the hash of its content: it never changes. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Sets the headers of a file, and returns its bytes in the smallest form that the client accepts. */
export function bytesOf(
  file: WebFile,
  accepted: string | undefined,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const encoding = encodingFor(accepted, file);
  void reply.headers({ ...headers, Vary: 'Accept-Encoding' }).type(file.type);
  if (encoding) void reply.header('Content-Encoding', encoding);
  return (encoding === undefined ? undefined : encoding === 'br' ? file.br : file.gzip) ?? file.bytes;
}
