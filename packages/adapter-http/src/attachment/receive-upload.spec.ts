import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Dicer } from '@fastify/busboy';
import type { Blobs } from '@worktrack/application';
import type { Form } from '../run/context.js';
import { receiveUpload } from './receive-upload.js';

const PART = 'Content-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes\r\n--x\r\n';

const formOf = (pieces: AsyncIterable<Buffer>): Form => ({
  contentType: 'multipart/form-data; boundary=x',
  isEncoded: false,
  content: Readable.from(pieces),
  arrival: { expectFlow: () => undefined, expectAll: () => undefined } as unknown as Form['arrival'],
});

describe('A form whose file is kept, and which is then found to be wrong', () => {
  it('is refused for that, also when its bytes cannot be removed', async () => {
    const removed: string[] = [];
    let tellKept: () => void = () => undefined;
    const kept = new Promise<void>((resolve) => (tellKept = resolve));
    const blobs = {
      write: async (part: Readable) => {
        const { length: size } = await buffer(part);
        tellKept();
        return { blobName: 'kept', size, sha256: '' };
      },
      remove: (name: string) => {
        removed.push(name);
        return Promise.reject(new Error('The disk is gone.'));
      },
    } as unknown as Blobs;
    const pieces = async function* () {
      yield Buffer.from(`--x\r\n${PART}`);
      await kept;
      yield Buffer.from(PART);
    };
    await expect(receiveUpload(formOf(pieces()), blobs, 1_000)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      more: { fieldErrors: { file: ['must be sent once'] } },
    });
    expect(removed).toEqual(['kept']);
  });
});

describe('A form whose client went away before anybody read it', () => {
  it('is refused at once', async () => {
    const form = formOf(
      (async function* () {
        yield await Promise.resolve(Buffer.from(`--x\r\n${PART}`));
      })(),
    );
    form.content?.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(receiveUpload(form, {} as Blobs, 1_000)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      more: { fieldErrors: { file: ['ended too early'] } },
    });
  });
});

describe('A form', () => {
  it('that is larger than its file may be is refused', async () => {
    const blobs = {
      write: async (part: Readable) => ({ blobName: 'kept', size: (await buffer(part)).length, sha256: '' }),
      remove: () => Promise.resolve(),
    } as unknown as Blobs;
    const upload = (preamble: number) => {
      const headers = 'Content-Disposition: form-data; name="file"; filename="a"';
      const text = `${'y'.repeat(preamble)}\r\n--x\r\n${headers}\r\n\r\nbytes\r\n--x--\r\n`;
      return receiveUpload(formOf(Readable.from([Buffer.from(text)])), blobs, 1_000);
    };
    expect(await upload(100_000)).toMatchObject({ size: 5 });
    await expect(upload(140_000)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});

describe('A form of a hundred thousand parts', () => {
  const FILE = 'Content-Disposition: form-data; name="file"; filename="a"';
  // The parser announces each part by this event.
  const partsAnnounced = (emit: jest.SpyInstance): number =>
    emit.mock.calls.filter(([event]) => event === 'part').length;

  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['without headers', '--x\r\n', 'has a part without headers'],
    ['with headers that do not end', '--x\r\nA: b\r\n', 'has a part without headers'],
    ['with empty headers', '--x\r\n\r\n', 'has a part without headers'],
    ['with files', `--x\r\n${FILE}\r\n\r\n\r\n`, 'must be sent once'],
    ['without headers, behind a file', '--x\r\n', 'has a part without headers', `--x\r\n${FILE}\r\n\r\n\r\n`],
  ])('%s is read no further than what is wrong', async (_kind, part, problem, start = '') => {
    const blobs = {
      write: async (content: Readable) => ({ blobName: '', size: (await buffer(content)).length, sha256: '' }),
      remove: () => Promise.resolve(),
    } as unknown as Blobs;
    const emit = jest.spyOn(Dicer.prototype, 'emit');
    const form = formOf(Readable.from([Buffer.from(`${start}${part.repeat(100_000)}`)]));
    await expect(receiveUpload(form, blobs, 10_000_000)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      more: { fieldErrors: { file: [problem] } },
    });
    expect(partsAnnounced(emit)).toBeGreaterThan(0);
    expect(partsAnnounced(emit)).toBeLessThan(2_000);
  });
});
