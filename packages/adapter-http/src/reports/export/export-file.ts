import type { FastifyReply } from 'fastify';
import { JSON_TYPE } from '../../reply/json-type.js';

/** The content types of exports; SVG that is opened as a page runs nothing and loads nothing. */
const HEADERS = {
  json: { 'Content-Type': JSON_TYPE },
  csv: { 'Content-Type': 'text/csv; charset=utf-8; header=present' },
  svg: {
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  },
  png: { 'Content-Type': 'image/png' },
} as const;

/** The formats of exports, by the endings of their names. */
export type ExportFormat = keyof typeof HEADERS;

/** The facts about an export that its headers name. */
export interface ExportFile {
  /** The name of the file, without date and ending. */
  readonly name: string;
  /** The instant that the content describes. */
  readonly at: Date;
  readonly limitations: readonly string[];
}

/** Sets the headers of an export. JSON is not a file: the browser application reads it. */
export function setExportHeaders(
  reply: FastifyReply,
  format: ExportFormat,
  { name, at, limitations }: ExportFile,
): void {
  const file = `${name}-${at.toISOString().slice(0, 10)}.${format}`;
  void reply.headers({
    ...HEADERS[format],
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(format !== 'json' && { 'Content-Disposition': `attachment; filename="${file}"` }),
    ...(limitations.length > 0 && { 'X-Report-Limitations': limitations.join(', ') }),
  });
}

const LONGEST_SLUG = 40;

/** Returns a name in lower-case ASCII letters, digits and hyphens; an empty text when nothing of it is left. */
export function slugOf(name: string): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');
}
