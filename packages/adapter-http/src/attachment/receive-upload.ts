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
  const { fileName, contentType, kept } = await receive(form, most, {
    keep: (part) => blobs.write(part, most, count),
    // A blob that cannot be removed now is swept later; the response reports the problem of the form.
    discard: ({ blobName }) => blobs.remove(blobName).catch(() => undefined),
    begin: () => {
      form.arrival.expectFlow();
    },
  });
  return { fileName, contentType, ...kept };
}

/**
 * Reads the only part `file` of a form into memory, in the time that any request has to arrive. Throws as `receiveUpload` does.
 * @param most small enough for the memory; the caller counts it
 */
export async function receiveInMemory(form: Form, most: number): Promise<Buffer> {
  const { kept } = await receive(form, most, {
    keep: (part) => bytesOf(part, most),
    discard: () => Promise.resolve(),
    begin: () => undefined,
  });
  return kept;
}

/** Copies the pieces as they come: a list of small ones would hold each with its own overhead. */
async function bytesOf(part: Readable, most: number): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  for await (const piece of part as AsyncIterable<Buffer>) {
    const needed = length + piece.length;
    if (needed > most) throw refusal('PAYLOAD_TOO_LARGE', `The file is larger than ${most} bytes.`);
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(most, Math.max(needed, 2 * bytes.length)));
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    piece.copy(bytes, length);
    length = needed;
  }
  return bytes.subarray(0, length);
}

/** The bytes that a file in memory has room for at first. */
const FIRST_BYTES = 65_536;

/** Where a file is kept. */
interface Place<Kept> {
  readonly keep: (part: Readable) => Promise<Kept>;
  readonly discard: (kept: Kept) => Promise<unknown>;
  /** Called when the form is about to be read. */
  readonly begin: () => void;
}

async function receive<Kept>(form: Form, most: number, { keep, discard, begin }: Place<Kept>): Promise<Received<Kept>> {
  const content = contentOf(form);
  const boundary = boundaryOf(form.contentType ?? '') ?? refuseFile('needs a boundary');
  begin();
  const reading = new Reading(keep, most + MOST_AROUND);
  try {
    return await reading.read(content, boundary);
  } catch (error) {
    const settled = await reading.settled();
    if (settled) await discard(settled.kept);
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

/** A file that was received. */
interface Received<Kept> {
  readonly fileName: FileName;
  readonly contentType: MediaType;
  readonly kept: Kept;
}

interface Begun<Kept> extends Omit<Received<Kept>, 'kept'> {
  readonly part: Readable;
  readonly keeping: Promise<Kept>;
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
class Reading<Kept> {
  private file: Begun<Kept> | undefined;
  private bytes = 0;
  private parts = 0;
  private partsWithHeaders = 0;
  private fail: (error: unknown) => void = () => undefined;

  constructor(
    private readonly store: (part: Readable) => Promise<Kept>,
    private readonly most: number,
  ) {}

  async read(content: Readable, boundary: string): Promise<Received<Kept>> {
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
      const { fileName, contentType, keeping } = this.file;
      return { fileName, contentType, kept: await keeping };
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

  /** Resolves as soon as nothing is written any more, with the kept file if there is one. */
  async settled(): Promise<{ readonly kept: Kept } | undefined> {
    return this.file?.keeping.then(
      (kept) => ({ kept }),
      () => undefined,
    );
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
    const keeping = this.store(part);
    keeping.catch(this.fail);
    this.file = { fileName, contentType, part, keeping };
    return undefined;
  }
}

function refusalOf(problem: string): Refusal {
  return refusal('VALIDATION_ERROR', `file ${problem}.`, { fieldErrors: { file: [problem] } });
}
