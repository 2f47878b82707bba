import type { FileName } from '@worktrack/domain';

/**
 * Returns the `Content-Disposition` of a download (contract §8): the name in ASCII for old clients, with `_` for other characters, and the
 * exact name in percent-encoded UTF-8 for all others (RFC 6266). The result is a valid header line for every name.
 */
export function dispositionOf(fileName: FileName): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, hex);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** Encodes a character that must be encoded by RFC 8187 and that `encodeURIComponent` does not encode. */
const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
