import { Raw } from '../kit/client.js';
import { filePart, formOf } from '../kit/upload.js';

const B = 'boundary';
const raw = (text: string | Buffer, type = `multipart/form-data; boundary=${B}`): Raw =>
  new Raw(Buffer.from(text), type);
const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const whole = `--${B}\r\n${disposition}\r\n\r\nx\r\n--${B}--\r\n`;
const withHead = (head: string): Raw => raw(`--${B}\r\n${head}\r\n\r\nx\r\n--${B}--\r\n`);
const part = filePart('x');
const field = { head: 'Content-Disposition: form-data; name="a"\r\n', content: 'b' };

/** Bodies that are whole as HTTP has it, and no form with exactly one file. */
export const HOSTILE_FORMS: Readonly<Record<string, Raw>> = {
  nothing: raw(''),
  'a line end': raw('\r\n'),
  garbage: raw('garbage'),
  'zero bytes': raw(Buffer.alloc(10_000)),
  'the boundary alone': raw(`--${B}`),
  'the boundary and a line end': raw(`--${B}\r\n`),
  'the last boundary alone': raw(`--${B}--`),
  'the last boundary and a line end': raw(`--${B}--\r\n`),
  'two last boundaries': raw(`--${B}--\r\n--${B}--\r\n`),
  'a part behind the end': raw(`--${B}--\r\n${whole}`),
  'another boundary than the stated one': raw(whole.replaceAll(B, 'other')),
  'a boundary in other letters': raw(whole.replaceAll(B, B.toUpperCase())),
  'a boundary without its dashes': raw(whole.replaceAll(`--${B}`, B)),
  'line ends of Unix': raw(whole.replaceAll('\r\n', '\n')),
  'line ends of old': raw(whole.replaceAll('\r\n', '\r')),
  'no end of the form': raw(whole.replace(`--${B}--\r\n`, '')),
  'no end of the content': raw(whole.replace(`\r\n--${B}--\r\n`, '')),
  'half a last boundary': raw(whole.replace(`--${B}--\r\n`, `--${B.slice(0, 4)}`)),
  'one dash at the end': raw(whole.replace(`--${B}--\r\n`, `--${B}-`)),
  'an end within the headers': raw(`--${B}\r\n${disposition}`),
  'an end behind the headers': raw(`--${B}\r\n${disposition}\r\n\r\n`),
  'a boundary within the headers': raw(`--${B}\r\n${disposition}\r\n--${B}--\r\n`),
  'a part without headers, then the file': raw(`--${B}\r\n${disposition}\r\n${whole}`),
  'no headers': withHead(''),
  'no content disposition': withHead('Content-Type: text/plain'),
  'two content dispositions': withHead(`${disposition}\r\n${disposition}`),
  'an empty content disposition': withHead('Content-Disposition:'),
  'another disposition': withHead(disposition.replace('form-data', 'attachment')),
  'a disposition like form-data': withHead(disposition.replace('form-data', 'form-data-x')),
  'a disposition without a name': withHead('Content-Disposition: form-data; filename="a.txt"'),
  'a disposition with an empty name': withHead('Content-Disposition: form-data; name=""; filename="a.txt"'),
  'a disposition with two names': withHead(`${disposition}; name="file"`),
  'a disposition with two filenames': withHead(`${disposition}; filename="b.txt"`),
  'a disposition with an open quote': withHead('Content-Disposition: form-data; name="file"; filename="a.txt'),
  'a disposition without semicolons': withHead('Content-Disposition: form-data name="file" filename="a.txt"'),
  'a disposition with a parameter without value': withHead(`${disposition}; x`),
  'a name in other letters': withHead(disposition.replace('"file"', '"File"')),
  'a name like file': withHead(disposition.replace('"file"', '"file[]"')),
  'a name of prototypes': withHead(disposition.replace('"file"', '"__proto__"')),
  'a folded header': withHead('Content-Disposition: form-data;\r\n name="file"'),
  'a header with a zero byte': withHead('Content-Disposition: form-data; name="fi\u0000le"; filename="a.txt"'),
  'a header without a colon': withHead('Content-Disposition form-data'),
  'a line end of Unix within a header': withHead(`X-Header: a\nb\r\n${disposition}`),
  'headers without end': raw(`--${B}\r\n${'X-Header: a long one\r\n'.repeat(20_000)}`),
  'a header of 200,000 characters': withHead(`X-Header: ${'x'.repeat(200_000)}\r\n${disposition}`),
  '10,000 parts': formOf(...Array.from({ length: 10_000 }, () => field)),
  '10,000 files': formOf(...Array.from({ length: 10_000 }, () => part)),
  'a field first': formOf(field, part),
  'a field last': formOf(part, field),
  'a form within the form': withHead(
    'Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=x',
  ),
  'no boundary': raw(whole, 'multipart/form-data'),
  'an empty boundary': raw(whole, 'multipart/form-data; boundary=""'),
  'a boundary of 71 characters': raw(
    whole.replaceAll(B, 'b'.repeat(71)),
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ),
  'a boundary of blanks': raw(whole, 'multipart/form-data; boundary="   "'),
  'a boundary with an open quote': raw(whole, `multipart/form-data; boundary="${B}`),
  'JSON under a form’s name': raw('{"file":"x"}'),
};
