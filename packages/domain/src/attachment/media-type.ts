import type { Brand } from '../shared/brand.js';

/** The media type of an attachment: syntactically valid, in ASCII, with its parameters. */
export type MediaType = Brand<string, 'MediaType'>;

/** The maximum length: a longer value would not fit into the headers of a response. */
const LONGEST = 1_000;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\t\\x20-\\x7e])*"';
const SHAPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))*$`);
const AROUND = /^[ \t]+|[ \t]+$/g;

/** The media type of bytes with an unknown format. */
const UNKNOWN = 'application/octet-stream' as MediaType;

export const MediaType = {
  /** Returns the sent type when its syntax is valid, else `application/octet-stream`. */
  of(text: string | undefined): MediaType {
    if (text === undefined || text.length > LONGEST) return UNKNOWN;
    const type = text.replace(AROUND, '');
    return SHAPE.test(type) ? (type as MediaType) : UNKNOWN;
  },
};
