import type { AttachmentUsage, CountBytes } from '@worktrack/application';
import type { AccessTokenId, OrganizationId } from '@worktrack/domain';
import { ApiSettings, UPLOAD_BOUNDS, type UploadBounds } from '../settings.js';
import { Uploads } from './uploads.js';

const token = (name: string) => name as unknown as AccessTokenId;
const organization = (name: string) => name as unknown as OrganizationId;

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

  const bounded = (bounds: Partial<UploadBounds> = {}): Uploads => {
    const usage: AttachmentUsage = { of: () => Promise.resolve({ bytes: used, quotaBytes: ownQuota }) };
    return new Uploads(new ApiSettings('http://x', 1, { ...UPLOAD_BOUNDS, ...bounds }), usage);
  };
  const begin = (uploads: Uploads, tokenName: string, organizationName = 'acme'): Promise<UnderWay> =>
    new Promise((begun, reject) => {
      let finish: () => void = () => undefined;
      const uploader = { tokenId: token(tokenName), organizationId: organization(organizationName) };
      const running = uploads.run(uploader, (count) => {
        const end = () => {
          finish();
          return running;
        };
        begun({ count, end });
        return new Promise<void>((resolve) => (finish = resolve));
      });
      running.catch(reject);
    });

  it('are four of a token at most', async () => {
    const uploads = bounded();
    const four = await Promise.all(Array.from({ length: 4 }, () => begin(uploads, 'a')));
    await expect(begin(uploads, 'a')).rejects.toMatchObject(FOR_NOW);
    await begin(uploads, 'b');
    await four[2]?.end();
    await begin(uploads, 'a');
    await expect(begin(uploads, 'a')).rejects.toMatchObject(FOR_NOW);
  });

  it('are sixty-four in all at most', async () => {
    const uploads = bounded();
    const all = await Promise.all(Array.from({ length: 64 }, (_, n) => begin(uploads, `t${n % 16}`)));
    await expect(begin(uploads, 'another')).rejects.toMatchObject(FOR_NOW);
    await all[0]?.end();
    await begin(uploads, 'another');
  });

  it('give their place and their bytes back when they fail', async () => {
    const uploads = bounded({ ofToken: 1, stagedBytes: 10 });
    for (let n = 0; n < 3; n += 1) {
      const failing = uploads.run({ tokenId: token('a'), organizationId: organization('acme') }, (count) => {
        count(10);
        return Promise.reject(new Error('Broken.'));
      });
      await expect(failing).rejects.toThrow('Broken.');
    }
  });

  it('have a common limit of bytes: an upload that passes it is refused for now', async () => {
    const uploads = bounded({ stagedBytes: 100 });
    const [one, other] = [await begin(uploads, 'a'), await begin(uploads, 'b', 'elsewhere')];
    one.count(60);
    other.count(40);
    expect(() => {
      other.count(1);
    }).toThrow(expect.objectContaining(FOR_NOW));
    await other.end();
    one.count(40);
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
    await uploads.run({ tokenId: token('a'), organizationId: organization('acme') }, (count, bytes) => {
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
    const uploads = bounded({ quotaBytes: 100, ofToken: 1 });
    const { count, end } = await begin(uploads, 'a');
    expect(() => {
      count(1);
    }).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
    await end();
    await begin(uploads, 'a');
  });
});
