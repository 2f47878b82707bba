import { FileName, MediaType } from '@worktrack/domain';

/** The header lines of a part by their names in lower case, each byte as the character of that number. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** The facts about a part of a form, read from its headers. */
export interface PartFacts {
  /** The name of the form's field. */
  readonly field: string;
  /** The name of the file; `undefined` when the part is not a file. */
  readonly fileName: FileName | undefined;
  readonly contentType: MediaType;
}

/** Reads the headers of a part (contract §2.4, Attachments); `undefined` when they are not those of a part of a form. */
export function partFactsOf(headers: PartHeaders): PartFacts | undefined {
  const [disposition, ...more] = headers['content-disposition'] ?? [];
  const parameters = disposition === undefined || more.length > 0 ? undefined : parametersOf(disposition);
  const field = parameters?.get('name');
  if (!parameters || field === undefined) return undefined;
  const name = extendedValue(parameters.get('filename*')) ?? utf8(unescaped(parameters.get('filename')));
  const [type, ...otherTypes] = headers['content-type'] ?? [];
  return {
    field: utf8(field) ?? '',
    fileName: name === undefined ? undefined : FileName.of(name),
    contentType: MediaType.of(otherTypes.length > 0 ? undefined : type),
  };
}

const START = /^[ \t]*form-data[ \t]*(?=;|$)/iy;
// A backslash is literal unless it escapes a quote or another backslash: old clients send file names with single backslashes.
const PARAMETER = /;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:[^"\\]|\\[^])*)"|([^\s;"]*))[ \t]*/y;

/** Returns the parameters of `form-data` by their names in lower case; `undefined` for any other text and for a repeated parameter. */
function parametersOf(disposition: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  START.lastIndex = 0;
  if (!START.test(disposition)) return undefined;
  for (let at = START.lastIndex; at < disposition.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const [, name, quoted, token] = PARAMETER.exec(disposition) ?? [];
    if (name === undefined || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token ?? '');
  }
  return parameters;
}

const ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Decodes the three characters that browsers escape in the name of a file (HTML, multipart/form-data). They escape no percent sign. */
function unescaped(name: string | undefined): string | undefined {
  return name?.replace(/%22|%0D|%0A/g, (escape) => ESCAPES[escape] ?? escape);
}

const EXTENDED = /^(utf-8|iso-8859-1)'[A-Za-z0-9-]*'((?:[!#$&+.^_`|~0-9A-Za-z-]|%[0-9A-Fa-f]{2})*)$/i;

/** Decodes an extended value (RFC 8187); `undefined` for any other text, which then counts as absent. */
function extendedValue(text: string | undefined): string | undefined {
  const [, charset, value] = EXTENDED.exec(text ?? '') ?? [];
  if (charset === undefined || value === undefined) return undefined;
  const bytes = value.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  if (charset.toLowerCase() === 'iso-8859-1') return bytes;
  const decoded = utf8(bytes);
  return decoded?.includes('\uFFFD') && !value.toLowerCase().includes('%ef%bf%bd') ? undefined : decoded;
}

/** Decodes UTF-8. Invalid bytes become U+FFFD. */
function utf8(bytes: string | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes, 'latin1').toString('utf8');
}
