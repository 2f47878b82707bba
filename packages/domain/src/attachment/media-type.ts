import type { Brand } from '../shared/brand.js';

/** What kind of bytes an attachment holds: a syntactically valid media type in ASCII, with its parameters. */
export type MediaType = Brand<string, 'MediaType'>;

/** Longer ones would not fit the headers of an answer. */
const LONGEST = 1_000;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\t\\x20-\\x7e])*"';
const SHAPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))*$`);
const AROUND = /^[ \t]+|[ \t]+$/g;

/** Bytes of which nothing is known. */
const UNKNOWN = 'application/octet-stream' as MediaType;

export const MediaType = {
  /** The type as it was sent if it is one by its syntax, else `application/octet-stream` (contract §2.4, Attachments). */
  of(text: string | undefined): MediaType {
    if (text === undefined || text.length > LONGEST) return UNKNOWN;
    const type = text.replace(AROUND, '');
    return SHAPE.test(type) ? (type as MediaType) : UNKNOWN;
  },
};
