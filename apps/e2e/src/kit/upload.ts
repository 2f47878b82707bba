import { randomUUID } from 'node:crypto';
import { Raw } from './client.js';

/** A part of a form, written as it goes on the wire. */
export interface PartWish {
  /** The header lines of the part, before its content; a line ends with CRLF. */
  readonly head: string;
  readonly content: Buffer | string;
}

export interface FileWish {
  readonly fileName?: string;
  readonly contentType?: string | null;
  readonly field?: string;
}

/** A part as browsers write one: only quotes and line ends of the name are escaped. */
export function filePart(content: Buffer | string, wish: FileWish = {}): PartWish {
  const { fileName = 'notes.txt', contentType = 'text/plain', field = 'file' } = wish;
  const escaped = fileName.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const type = contentType === null ? '' : `Content-Type: ${contentType}\r\n`;
  return { head: `Content-Disposition: form-data; name="${field}"; filename="${escaped}"\r\n${type}`, content };
}

/** A multipart form of these parts. */
export function formOf(...parts: readonly PartWish[]): Raw {
  const boundary = `----${randomUUID()}`;
  const pieces = parts.flatMap(({ head, content }) => [`--${boundary}\r\n${head}\r\n`, content, '\r\n']);
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return new Raw(bytes, `multipart/form-data; boundary=${boundary}`);
}

/** A form with one file. */
export const uploadOf = (content: Buffer | string, wish: FileWish = {}): Raw => formOf(filePart(content, wish));
