import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@worktrack/application';
import type { Form } from '../pipeline/context.js';
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
