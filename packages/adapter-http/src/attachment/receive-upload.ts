import { Transform, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { refusal, type Blobs, type CountBytes, type KeptBlob, type Refusal } from '@worktrack/application';
import type { FileName, MediaType } from '@worktrack/domain';
import type { Form } from '../run/context.js';
import { refuseFields } from '../reply/errors.js';
import { pacer } from '../body/pacer.js';
import { partFactsOf, type PartHeaders } from './part-headers.js';

/** A completely received file and its kept blob. */
export interface ReceivedFile extends KeptBlob {
  readonly fileName: FileName;
  readonly contentType: MediaType;
}

/**
 * Reads the only part `file` of a form into a blob (contract §4, B-upload), with at most one piece in memory. Throws `VALIDATION_ERROR`
 * on `file` for any other form, also one that ends too early, `PAYLOAD_TOO_LARGE` for a file of more than `most` bytes, and any error of
 * `count`. After an error nothing is kept.
 */
export async function receiveUpload(form: Form, blobs: Blobs, most: number, count?: CountBytes): Promise<ReceivedFile> {
  const content = contentOf(form);
  const boundary = boundaryOf(form.contentType ?? '') ?? refuseFile('needs a boundary');
  form.arrival.expectFlow();
  const reading = new Reading((part) => blobs.write(part, most, count), most + MOST_AROUND);
  try {
    return await reading.read(content, boundary);
  } catch (error) {
    const kept = await reading.settled();
    // A blob that cannot be removed now is swept later; the response reports the problem of the form.
    if (kept) await blobs.remove(kept.blobName).catch(() => undefined);
    throw error;
  } finally {
    // Read and drop the bytes after the end of the form, or after its fault: the response uses the same connection.
    content.resume();
    form.arrival.expectAll();
  }
}

function refuseFile(problem: string): never {
  throw refusalOf(problem);
}

function contentOf({ content, isEncoded }: Form): Readable {
  if (!content) refuseFile('must be sent as multipart/form-data');
  if (isEncoded) refuseFields({ 'Content-Encoding': ['is not supported'] });
  return content;
}

const BOUNDARY = /;[ \t]*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))[ \t]*(?:;|$)/i;

/** Returns the boundary: 1 to 70 characters (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? token;
}

/** The maximum number of headers: more than any form with one file has. */
const MOST_HEADERS = 50;

/** The maximum number of parts. A form with one file has one, but a part without headers is refused only at the end of the form. */
const MOST_PARTS = 10;

/** The number of bytes that the parser gets at a time. A part without headers has five bytes, and each part takes some microseconds. */
const SLICE_BYTES = 4_096;

/** The maximum number of bytes around the file: boundaries, headers, and the preamble before the first boundary. */
const MOST_AROUND = 128 * 1_024;

interface Begun {
  readonly fileName: FileName;
  readonly contentType: MediaType;
  readonly part: Readable;
  readonly blob: Promise<KeptBlob>;
}

const HEADERLESS = 'has a part without headers';

/** Cuts pieces of a body into small ones. */
function sliced(): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      for (let at = 0; at < piece.length; at += SLICE_BYTES) this.push(piece.subarray(at, at + SLICE_BYTES));
      done();
    },
  });
}

/** The reading of one form. Its first problem ends it. */
class Reading {
  private file: Begun | undefined;
  private bytes = 0;
  private parts = 0;
  private partsWithHeaders = 0;
  private fail: (error: unknown) => void = () => undefined;

  constructor(
    private readonly store: (part: Readable) => Promise<KeptBlob>,
    private readonly most: number,
  ) {}

  async read(content: Readable, boundary: string): Promise<ReceivedFile> {
    const parser = new Dicer({ boundary, maxHeaderPairs: MOST_HEADERS });
    const broken = (problem: string) => () => {
      this.fail(refusalOf(problem));
    };
    const pace = pacer(content);
    const endedEarly = () => {
      if (!content.readableEnded) this.fail(refusalOf('ended too early'));
    };
    const slices = sliced();
    try {
      await new Promise<void>((resolve, reject) => {
        const refuse: (error: unknown) => void = reject;
        this.fail = (error) => {
          // Stop the parser immediately: the rest of the piece can contain thousands of parts.
          slices.unpipe(parser);
          refuse(error);
        };
        parser.on('part', (part: Readable) => {
          this.begin(part);
        });
        parser.on('error', broken('cannot be read as a multipart form'));
        parser.on('finish', resolve);
        content.on('error', endedEarly).on('close', endedEarly);
        // A client that disconnected before this line causes no event any more.
        if (content.destroyed) endedEarly();
        content.on('data', this.count).on('data', pace).pipe(slices).pipe(parser);
      });
      if (this.parts !== this.partsWithHeaders) refuseFile(HEADERLESS);
      if (!this.file) refuseFile('is required');
      const { fileName, contentType, blob } = this.file;
      return { fileName, contentType, ...(await blob) };
    } catch (error) {
      this.file?.part.destroy(error as Error);
      throw error;
    } finally {
      content.unpipe(slices);
      content.off('data', this.count).off('data', pace).off('close', endedEarly);
      // The parser can still fail later: without a listener, that would end the process.
      parser.on('error', () => undefined);
    }
  }

  private readonly count = ({ length }: Buffer): void => {
    this.bytes += length;
    if (this.bytes > this.most) this.fail(refusal('PAYLOAD_TOO_LARGE', 'The form is larger than its file may be.'));
  };

  /** Resolves with the kept blob, as soon as nothing is written any more. */
  settled(): Promise<KeptBlob | undefined> {
    return this.file?.blob.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  private begin(part: Readable): void {
    this.parts += 1;
    if (this.parts > MOST_PARTS) this.fail(refusalOf(HEADERLESS));
    // An error of a part is also an error of the parser or of the blob, which report it.
    part.on('error', () => undefined);
    part.on('header', (headers: PartHeaders) => {
      this.partsWithHeaders += 1;
      const problem = this.take(part, headers);
      if (problem === undefined) return;
      part.resume();
      this.fail(refusalOf(problem));
    });
  }

  /** Starts to store the file. Returns the problem, if there is one. */
  private take(part: Readable, headers: PartHeaders): string | undefined {
    const { field, fileName, contentType } = partFactsOf(headers) ?? {};
    if (field === undefined || contentType === undefined) return 'has a part without a legal Content-Disposition';
    if (field !== 'file') return 'must be the only part';
    if (this.file) return 'must be sent once';
    if (fileName === undefined) return 'needs a filename';
    const blob = this.store(part);
    blob.catch(this.fail);
    this.file = { fileName, contentType, part, blob };
    return undefined;
  }
}

function refusalOf(problem: string): Refusal {
  return refusal('VALIDATION_ERROR', `file ${problem}.`, { fieldErrors: { file: [problem] } });
}
