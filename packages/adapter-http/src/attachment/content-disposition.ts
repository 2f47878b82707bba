import type { FileName } from '@worktrack/domain';

/**
 * How a download is named (contract §8): in ASCII for old readers, what does not fit replaced by `_`, and exactly, percent-encoded
 * UTF-8, for all others (RFC 6266). Whatever the name, it is one legal header line.
 */
export function dispositionOf(fileName: FileName): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, hex);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** What RFC 8187 wants encoded beyond what JavaScript does. */
const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
