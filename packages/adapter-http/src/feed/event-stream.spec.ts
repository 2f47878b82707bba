import { FeedFollower, refusal, type FeedEventView, type FeedPart } from '@worktrack/application';
import { EventStream } from './event-stream.js';

const event = (position: number, type = 'work_item.created') =>
  ({ id: `e${position}`, type, cursor: `c${position}` }) as unknown as FeedEventView;

describe('A stream of events', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A stream of a feed whose events are those of `events`, by position. `sent` has the blocks so far. */
  const begun = (events: FeedEventView[], shows: (one: FeedEventView) => boolean = () => true) => {
    const follower = new FeedFollower(() => undefined);
    const reads: number[] = [];
    const read = jest.fn((position: number): Promise<FeedPart> => {
      reads.push(position);
      const end = Math.min(events.length, position + 100);
      return Promise.resolve({
        events: events.slice(position, end).map((one, at) => ({ position: position + at + 1, event: one })),
        end,
        isLast: end === events.length,
      });
    });
    const stream = new EventStream({ follower, position: 0, cursorOf: (at) => `c${at}`, read, shows });
    const sent: string[] = [];
    const reading = (async () => {
      for await (const block of stream.blocks()) sent.push(block);
    })();
    const add = async (...more: FeedEventView[]) => {
      events.push(...more);
      follower.grown(events.length);
      await jest.advanceTimersByTimeAsync(0);
    };
    return { stream, sent, reads, read, add, reading, settle: () => jest.advanceTimersByTimeAsync(0) };
  };
  const ended = async ({ stream, reading }: ReturnType<typeof begun>, code = 'STREAM_OVER') => {
    stream.end(code);
    await reading;
  };

  it('begins with where it stands, then sends what is there and what comes', async () => {
    const one = begun([event(1), event(2)]);
    await one.settle();
    await one.add(event(3));
    expect(one.sent.join('')).toBe(
      [
        'retry: 1000\nid: c0\n\n',
        ...[1, 2, 3].map((at) => `id: c${at}\ndata: {"id":"e${at}","type":"work_item.created","cursor":"c${at}"}\n\n`),
      ].join(''),
    );
    expect(one.reads).toEqual([0, 2]);
    await ended(one);
    expect(one.sent.at(-1)).toBe('event: end\ndata: {"code":"STREAM_OVER"}\n\n');
  });

  it('reads again when its read began before the growth that it was told of', async () => {
    const one = begun([event(1)]);
    await one.settle();
    one.read.mockImplementationOnce(() =>
      Promise.resolve({ events: [{ position: 2, event: event(2) }], end: 2, isLast: true }),
    );
    await one.add(event(2), event(3));
    expect(one.sent.join('')).toContain('"e3"');
    await ended(one);
  });

  it('tells its position after 15 seconds without anything, also while events are left out', async () => {
    const one = begun([event(1)], ({ type }) => (type as string) !== 'hidden');
    await one.settle();
    const { length } = one.sent;
    for (let second = 1; second <= 14; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      await one.add(event(1 + second, 'hidden'));
    }
    expect(one.sent).toHaveLength(length);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(one.sent.slice(length)).toEqual(['id: c15\n\n']);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(one.sent.slice(length)).toEqual(['id: c15\n\n', 'id: c15\n\n']);
    await ended(one);
  });

  it('tells its position after 1,000 events that are left out', async () => {
    const one = begun([], () => false);
    await one.settle();
    await one.add(...Array.from({ length: 999 }, (_, index) => event(index + 1)));
    expect(one.sent).toHaveLength(1);
    await one.add(event(1_000));
    expect(one.sent.slice(1)).toEqual(['id: c1000\n\n']);
    await ended(one);
  });

  it('ends with the code of a refusal, and sends nothing after its end', async () => {
    const one = begun([]);
    await one.settle();
    one.read.mockRejectedValueOnce(refusal('EVENTS_EXPIRED'));
    await one.add(event(1));
    await one.reading;
    expect(one.sent.slice(1)).toEqual(['event: end\ndata: {"code":"EVENTS_EXPIRED"}\n\n']);
    const other = begun([event(1)]);
    other.stream.end('NOT_FOUND');
    await other.reading;
    expect(other.sent.slice(1)).toEqual(['event: end\ndata: {"code":"NOT_FOUND"}\n\n']);
  });
});
