import type { AttachmentUsage, CountBytes } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { limitsWith } from '../../test/limits.js';
import { ApiSettings } from '../settings.js';
import { Uploads } from './uploads.js';

const organization = (name: string) => name as unknown as OrganizationId;
/** A credential of a user: `ada 2` is the second one of Ada. */
const uploader = (credential: string, organizationName = 'acme') => ({
  credential,
  user: credential.split(' ')[0],
  organization: organization(organizationName),
});

const FOR_NOW = { name: 'QuotaExhausted', retryAfterSeconds: 5 };

/** An upload under way, with a function that ends it. */
interface UnderWay {
  readonly count: CountBytes;
  readonly end: () => Promise<void>;
}

describe('Uploads under way', () => {
  let used: number;
  let ownQuota: number | null;

  beforeEach(() => {
    used = 0;
    ownQuota = null;
  });

  const bounded = ({ quotaBytes = 0, stagedBytes = 1_000_000 } = {}, uploadsOfCredential = 4): Uploads => {
    const usage: AttachmentUsage = { of: () => Promise.resolve({ bytes: used, quotaBytes: ownQuota }) };
    const limits = limitsWith({}, { uploadsOfCredential, uploadBytes: stagedBytes, attachmentBytes: 1 });
    return new Uploads(new ApiSettings('http://x', 1, quotaBytes), limits, usage);
  };
  const begin = (uploads: Uploads, credential: string, organizationName = 'acme'): Promise<UnderWay> =>
    new Promise((begun, reject) => {
      let finish: () => void = () => undefined;
      const running = uploads.run(uploader(credential, organizationName), (count) => {
        const end = () => {
          finish();
          return running;
        };
        begun({ count, end });
        return new Promise<void>((resolve) => (finish = resolve));
      });
      running.catch(reject);
    });

  it('are four of a token or session at most', async () => {
    const uploads = bounded();
    const four = await Promise.all(Array.from({ length: 4 }, () => begin(uploads, 'ada 1')));
    const refused = { ...FOR_NOW, message: expect.stringContaining('The token or session has 4 uploads') };
    await expect(begin(uploads, 'ada 1')).rejects.toMatchObject(refused);
    await begin(uploads, 'ada 2');
    await four[2]?.end();
    await begin(uploads, 'ada 1');
    await expect(begin(uploads, 'ada 1')).rejects.toMatchObject(FOR_NOW);
  });

  it('are eight of a user at most, whatever tokens and sessions the user has', async () => {
    const uploads = bounded();
    await Promise.all(Array.from({ length: 8 }, (_, n) => begin(uploads, `ada ${n}`)));
    const refused = { ...FOR_NOW, message: expect.stringContaining('together have 8 uploads') };
    await expect(begin(uploads, 'ada 9')).rejects.toMatchObject(refused);
    await begin(uploads, 'bob 1');
  });

  it('are thirty-two of an Organization and sixty-four in all at most', async () => {
    const uploads = bounded();
    const begun = await Promise.all(Array.from({ length: 32 }, (_, n) => begin(uploads, `u${n % 16}`)));
    await expect(begin(uploads, 'another')).rejects.toMatchObject(FOR_NOW);
    await Promise.all(Array.from({ length: 32 }, (_, n) => begin(uploads, `v${n % 16}`, 'elsewhere')));
    await expect(begin(uploads, 'another', 'third')).rejects.toMatchObject(FOR_NOW);
    await begun[0]?.end();
    await begin(uploads, 'another', 'third');
  });

  it('give their place and their bytes back when they fail', async () => {
    const uploads = bounded({ stagedBytes: 40 }, 1);
    for (let n = 0; n < 3; n += 1) {
      const failing = uploads.run(uploader('a'), (count) => {
        count(10);
        return Promise.reject(new Error('Broken.'));
      });
      await expect(failing).rejects.toThrow('Broken.');
    }
  });

  it('have a common limit of bytes, of which a user has a quarter and an Organization the half', async () => {
    const uploads = bounded({ stagedBytes: 100 });
    const [one, other] = [await begin(uploads, 'ada 1'), await begin(uploads, 'ada 2')];
    one.count(15);
    other.count(10);
    const passes = (upload: UnderWay, bytes: number, full: string): void => {
      const refused = { ...FOR_NOW, message: expect.stringContaining(`${full} too many bytes`) };
      expect(() => {
        upload.count(bytes);
      }).toThrow(expect.objectContaining(refused));
    };
    passes(other, 1, 'together have');
    await other.end();
    one.count(10);
    (await begin(uploads, 'bob')).count(25);
    passes(await begin(uploads, 'eve'), 1, 'The Organization has');
    for (const user of ['cid', 'dan']) (await begin(uploads, user, 'elsewhere')).count(25);
    passes(await begin(uploads, 'fay', 'third'), 1, 'The server has');
  });

  it('fit into what is left of the quota, all of an Organization together', async () => {
    used = 70;
    const uploads = bounded({ quotaBytes: 100 });
    const [one, other, foreign] = [
      await begin(uploads, 'a'),
      await begin(uploads, 'b'),
      await begin(uploads, 'c', 'elsewhere'),
    ];
    one.count(20);
    other.count(10);
    foreign.count(30);
    expect(() => {
      one.count(1);
    }).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', more: { details: { quota: 100 } } }));
    await one.end();
    other.count(20);
  });

  it.each([
    ['replaces the default', 50, 100, 50],
    ['holds where there is no default', 50, 0, 50],
    ['of 0 takes the default away', 0, 100, undefined],
    ['that is not set leaves the default', null, 100, 100],
  ])('have a quota of the Organization, which %s', async (_what, own, quotaBytes, quota) => {
    ownQuota = own;
    const uploads = bounded({ quotaBytes });
    const seen: (number | undefined)[] = [];
    await uploads.run(uploader('a'), (count, bytes) => {
      seen.push(bytes);
      count(quota ?? 1_000);
      if (quota !== undefined)
        expect(() => {
          count(1);
        }).toThrow(expect.objectContaining({ more: { details: { quota } } }));
      return Promise.resolve();
    });
    expect(seen).toEqual([quota]);
  });

  it('are refused with the first byte where the quota is passed already, and take no place then', async () => {
    used = 101;
    const uploads = bounded({ quotaBytes: 100 }, 1);
    const { count, end } = await begin(uploads, 'a');
    expect(() => {
      count(1);
    }).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
    await end();
    await begin(uploads, 'a');
  });
});
