import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Overloaded, Rasterizer, RequestWork, refusal } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principal } from '../../../test/fake-ports.js';
import { limitsWith } from '../../../test/limits.js';
import type { RequestChecks } from '../../checks/checks.js';
import type { Limits } from '../../limits/limits.js';
import type { ExportFile } from './export-file.js';
import { ExportResponses } from './export-responses.js';
import { jsonOf } from './row-texts.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Errors of the next checks of rights; afterwards the right is there. */
let failures: Error[] = [];
const checks = {
  checkAgain: () => {
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  },
} as unknown as RequestChecks;
beforeEach(() => {
  failures = [];
});

const FILE: ExportFile = { name: 'report', at: new Date(0), limitations: [] };
const reply = { headers: () => reply, header: () => reply } as unknown as FastifyReply;

/** Functions that end the requests of a test. */
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A request of a user of an Organization; each user has a new credential each time. */
function requestOf(user: string, organizationId = user, method = 'GET') {
  const work = new RequestWork(60_000);
  const context = {
    principal: {
      ...principal,
      user: { ...principal.user, id: user },
      token: { ...principal.token, id: `token ${ends.length}` },
    },
    organization: { organizationId },
    work,
    end: { onEnd: (listener: () => void) => void ends.push(listener) },
  };
  return { request: { context, method } as unknown as FastifyRequest, work };
}

class CountedRows {
  built = 0;
  constructor(readonly length: number) {}
  at(index: number) {
    this.built += 1;
    return { index, title: 'x'.repeat(100) };
  }
}

/** A rasterizer whose pictures are ready when the test says so. */
class HeldRasterizer extends Rasterizer {
  readonly atWork: (() => void)[] = [];
  readonly begun: string[] = [];

  override pngOf(svg: string): Promise<Buffer> {
    this.begun.push(svg);
    return new Promise((resolve) => {
      this.atWork.push(() => {
        resolve(Buffer.from(svg));
      });
    });
  }

  async finish(count = Infinity): Promise<void> {
    for (let at = 0; at < count && this.atWork.length > 0; at += 1) {
      this.atWork.shift()?.();
      await settled();
    }
  }
}

describe('The text of an export', () => {
  let exports: ExportResponses;
  beforeEach(() => {
    exports = new ExportResponses(limitsWith(), new HeldRasterizer(), checks);
  });

  const textOf = (rows: CountedRows, user: string, organization = user) =>
    exports.text(requestOf(user, organization).request, reply, 'json', FILE, {
      pieces: jsonOf({}, rows),
      rowCount: rows.length,
    });
  const streamOf = async (rows: CountedRows, user: string, organization = user): Promise<Readable> => {
    const body = await textOf(rows, user, organization);
    if (!(body instanceof Readable)) throw new Error('The body is not a stream.');
    return body;
  };

  it('of 1,000 rows is one text', async () => {
    expect(typeof (await textOf(new CountedRows(1_000), 'a'))).toBe('string');
  });

  it('of 10,000 rows holds no more than a few pieces, however slowly it is read', async () => {
    const rows = new CountedRows(10_000);
    let taken = 0;
    let most = 0;
    for await (const piece of await streamOf(rows, 'a')) {
      taken += String(piece).split('"index"').length - 1;
      most = Math.max(most, rows.built - taken);
      await new Promise(setImmediate);
    }
    expect(taken).toBe(10_000);
    expect(most).toBeLessThanOrEqual(600);
  });

  it('gives its slot back when it was read, and when its client goes away', async () => {
    const first = await streamOf(new CountedRows(2_000), 'a');
    ends.pop()?.();
    await once(first, 'close');
    const second = await streamOf(new CountedRows(2_000), 'a');
    for await (const piece of second) expect(piece).toBeDefined();
    await streamOf(new CountedRows(2_000), 'a');
  });

  it('ends with the right to it, and goes on while the database is away', async () => {
    const stream = await streamOf(new CountedRows(10_000), 'a');
    failures = [new Error('The database is away.'), refusal('NOT_FOUND')];
    await once(stream, 'close');
    expect(failures).toEqual([]);
    await streamOf(new CountedRows(2_000), 'a');
  });

  it('waits while its user reads another one with whatever credential, and while its Organization reads two', async () => {
    const [a, b] = [
      await streamOf(new CountedRows(2_000), 'a', 'org'),
      await streamOf(new CountedRows(2_000), 'b', 'org'),
    ];
    const begun: string[] = [];
    const waiting = ['a', 'c'].map(async (user) => {
      await streamOf(new CountedRows(2_000), user, 'org');
      begun.push(user);
    });
    await streamOf(new CountedRows(2_000), 'd', 'another');
    expect(begun).toEqual([]);
    a.destroy();
    b.destroy();
    await Promise.all(waiting);
    expect(begun.sort()).toEqual(['a', 'c']);
  });
});

describe('Pictures', () => {
  let rasterizer: HeldRasterizer;
  let limits: Limits;
  let exports: ExportResponses;
  beforeEach(() => {
    rasterizer = new HeldRasterizer();
    limits = limitsWith();
    exports = new ExportResponses(limits, rasterizer, checks);
  });

  const ask = (name: string, organization = name.charAt(0)) => {
    const { request, work } = requestOf(name.split(' ')[0] ?? '', organization);
    return { work, png: exports.png(request, reply, FILE, name, 2) };
  };

  it('are made two concurrently, one of a user; of a user four wait, and one more is refused', async () => {
    const asked = ['a1 #1', 'a1 #2', 'a1 #3', 'a1 #4', 'a1 #5'].map((name) => ask(name).png);
    await expect(ask('a1 #6').png).rejects.toBeInstanceOf(Overloaded);
    expect(rasterizer.begun).toEqual(['a1 #1']);
    const other = ask('a2 #1').png;
    await settled();
    expect(rasterizer.begun).toEqual(['a1 #1', 'a2 #1']);
    await rasterizer.finish();
    expect(await Promise.all([...asked, other])).toHaveLength(6);
  });

  it('come to each Organization in turn', async () => {
    const crowd = Array.from({ length: 12 }, (_, user) => ask(`a${user} #1`).png);
    const other = ask('b1 #1').png;
    await settled();
    expect(rasterizer.begun).toHaveLength(2);
    await rasterizer.finish(1);
    expect(rasterizer.begun.at(-1)).toBe('b1 #1');
    await rasterizer.finish();
    await Promise.all([...crowd, other]);
  });

  it('that take longer than their request keep their slot until they are made', async () => {
    const slow = ask('a1 #1');
    await settled();
    slow.work.clientLeft();
    await expect(slow.png).rejects.toThrow('The client went away.');
    expect(limits.pictures.takenCount).toBe(1);
    await rasterizer.finish();
    expect(limits.pictures.takenCount).toBe(0);
  });

  it('that nobody waits for any more are refused immediately and not made', async () => {
    const first = [ask('a1 #1').png, ask('b1 #1').png];
    const left = ask('c1 #1');
    await settled();
    left.work.clientLeft();
    await expect(left.png).rejects.toThrow('The client went away.');
    await rasterizer.finish();
    await Promise.all(first);
    expect(rasterizer.begun).toEqual(['a1 #1', 'b1 #1']);
    expect(limits.pictures.takenCount).toBe(0);
  });
});
