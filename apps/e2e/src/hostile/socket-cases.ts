import type { Wire } from './wire.js';

/** Tools for a case. */
export interface Surroundings {
  /** A header line with a token that is accepted. */
  readonly bearer: string;
  /** A Project that may be read and written. */
  readonly project: string;
}

/** Something that one connection does to the server. */
export interface SocketCase {
  readonly name: string;
  readonly run: (wire: Wire, surroundings: Surroundings) => Promise<void>;
}

/** The ways in which a client ends its connection. */
type Leave = 'reset' | 'close' | 'halfClose';

export const HOST = 'Host: localhost';
const ME = 'GET /api/v1/me HTTP/1.1';
const HEALTH = 'GET /api/health HTTP/1.1';
const LARGE = 'GET /api/v1/openapi.json HTTP/1.1';

export const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n');
const health = (...more: string[]): string => head(HEALTH, HOST, ...more);
const last = (): string => health('Connection: close');

/** The bytes are refused with an envelope, and the connection ends. */
const refused = (name: string, ...pieces: (string | Buffer | number)[]): SocketCase => ({
  name,
  run: async (wire) => {
    await wire.send(...pieces);
    expect(await wire.answers(1)).toEqual([400]);
    await wire.closedByServer();
    expect(wire.statuses).toEqual([400]);
    expect(wire.received).toMatch(/X-Request-Id: [0-9a-f-]{36}\r\n/i);
    expect(wire.received).toMatch(/Connection: close\r\n/i);
    expect(wire.received).toContain('"code":"VALIDATION_ERROR"');
  },
});

/** The bytes are answered with these statuses, and no more. */
const answered = (
  name: string,
  statuses: readonly number[],
  bytes: string | readonly (string | Buffer | number)[] | ((surroundings: Surroundings) => string),
): SocketCase => ({
  name,
  run: async (wire, surroundings) => {
    const pieces = typeof bytes === 'function' ? [bytes(surroundings)] : [bytes].flat();
    await wire.send(...pieces);
    expect(await wire.answers(statuses.length)).toEqual(statuses);
    await wire.send(20);
    expect(wire.statuses).toEqual(statuses);
  },
});

/** The connection is closed by the server, whatever it says before. */
const ended = (name: string, ...pieces: (string | Buffer | number)[]): SocketCase => ({
  name,
  run: async (wire) => {
    await wire.send(...pieces);
    await wire.closedByServer();
  },
});

/** The client leaves in the middle. */
const left = (
  name: string,
  how: Leave,
  bytes: (surroundings: Surroundings) => readonly (string | Buffer | number)[],
): SocketCase => ({
  name: `${name}, then ${how === 'halfClose' ? 'FIN' : how}`,
  run: async (wire, surroundings) => {
    await wire.send(...bytes(surroundings));
    wire[how]();
  },
});

const LEAVES: readonly Leave[] = ['reset', 'close', 'halfClose'];

const ZERO_CHUNK = '0\r\n\r\n';
const post = (...lines: string[]): string => head('POST /api/v1/me HTTP/1.1', HOST, ...lines);
const SMUGGLED = health();

export const UNREADABLE: readonly SocketCase[] = [
  refused('words that are no HTTP', 'NOT HTTP AT ALL\r\n\r\n'),
  refused('one byte of nothing', '\0'),
  refused('1,000 zero bytes', Buffer.alloc(1_000)),
  refused('1,000 bytes of 0xff', Buffer.alloc(1_000, 0xff)),
  refused('an unknown method', head('BREW / HTTP/1.1', HOST)),
  refused('a method in lower case', head('get / HTTP/1.1', HOST)),
  refused('a method of 10,000 letters', head(`${'G'.repeat(10_000)} / HTTP/1.1`, HOST)),
  refused('no path', head('GET HTTP/1.1', HOST)),
  refused('a path that does not begin with a slash', head('GET api HTTP/1.1', HOST)),
  refused('a space in the path', head('GET /a b HTTP/1.1', HOST)),
  refused('a zero byte in the path', head('GET /a\0b HTTP/1.1', HOST)),
  refused('an unknown protocol', head('GET / FTP/1.1', HOST)),
  refused('HTTP/9.9', head('GET / HTTP/9.9', HOST)),
  refused('HTTP/1.11', head('GET / HTTP/1.11', HOST)),
  refused('a header without a colon', head(HEALTH, HOST, 'nonsense')),
  refused('a header without a name', head(HEALTH, HOST, ': x')),
  refused('a space in the name of a header', head(HEALTH, HOST, 'a b: x')),
  refused('a space before the colon', head(HEALTH, 'Host : x')),
  refused('a zero byte in a header', head(HEALTH, HOST, 'x: a\0b')),
  refused('a bare carriage return in a header', head(HEALTH, HOST, 'x: a\rb')),
  refused('a header of another line (obs-fold) before the first', `${HEALTH}\r\n folded\r\n\r\n`),
  refused('no Host', head(HEALTH, 'Connection: close')),
  refused('a header of 300 kB', head(HEALTH, HOST, `x: ${'y'.repeat(300_000)}`)),
  refused('a path of 300 kB', head(`GET /${'x'.repeat(300_000)} HTTP/1.1`, HOST)),
  refused('a name of a header of 300 kB', head(HEALTH, HOST, `${'x'.repeat(300_000)}: y`)),
  refused('an expectation that nobody has', health('Expect: nonsense', 'Connection: close')),
  refused('an expectation of nothing', health('Expect:', 'Connection: close')),
];

export const SMUGGLING: readonly SocketCase[] = [
  refused('two lengths that differ', post('Content-Length: 1', 'Content-Length: 2') + SMUGGLED),
  refused('two lengths that agree', `${post('Content-Length: 1', 'Content-Length: 1')}x${SMUGGLED}`),
  refused('a list of lengths', post('Content-Length: 1, 1') + SMUGGLED),
  refused('a length with a sign', post('Content-Length: +1') + SMUGGLED),
  refused('a negative length', post('Content-Length: -1') + SMUGGLED),
  refused('a length in hexadecimal', post('Content-Length: 0x10') + SMUGGLED),
  refused('a length with a space in it', post('Content-Length: 1 0') + SMUGGLED),
  refused('a length with a fraction', post('Content-Length: 1.0') + SMUGGLED),
  refused('a length of nothing', post('Content-Length:') + SMUGGLED),
  refused('a length above 64 bits', post('Content-Length: 99999999999999999999') + SMUGGLED),
  refused('a length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked') + ZERO_CHUNK + SMUGGLED),
  refused('chunks and a length', post('Transfer-Encoding: chunked', 'Content-Length: 5') + ZERO_CHUNK + SMUGGLED),
  refused('a length after a space before its colon', post('Content-Length : 5') + SMUGGLED),
  refused('an encoding that is not chunked', post('Transfer-Encoding: gzip') + SMUGGLED),
  refused('chunked, then another encoding', post('Transfer-Encoding: chunked, gzip') + SMUGGLED),
  refused('chunked twice', post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + SMUGGLED),
  refused('xchunked', post('Transfer-Encoding: xchunked') + SMUGGLED),
  refused('a vertical tab before chunked', post('Transfer-Encoding: \x0bchunked') + SMUGGLED),
  refused('an encoding behind a bare line feed', post('x: a\nTransfer-Encoding: chunked') + ZERO_CHUNK + SMUGGLED),
  refused('a bare line feed for the end of the head', `${HEALTH}\n${HOST}\n\n`),
  ...[
    ['a chunk whose size is no number', 'zz\r\n'],
    ['a chunk with a negative size', '-1\r\n'],
    ['a chunk with a size above 64 bits', 'fffffffffffffffff\r\n'],
    ['a chunk that is longer than its size', '1\r\nab\r\n'],
    ['a chunk whose size ends in a bare line feed', '1\nx\r\n'],
    ['a chunk with a space in its size', '1 1\r\nx\r\n'],
    ['a chunk extension of 100 kB', `1;${'x'.repeat(100_000)}\r\nx\r\n`],
    ['a trailer without a name', '0\r\n: x\r\n\r\n'],
  ].map(([name = '', chunks = '']): SocketCase => ({
    name,
    run: async (wire) => {
      await wire.send(post('Transfer-Encoding: chunked') + chunks + SMUGGLED);
      await wire.closedByServer();
      // The refusal of the request may be on its way already; nothing behind the broken chunk is answered.
      expect(wire.statuses).toHaveLength(1);
      expect([400, 401, 405]).toContain(wire.statuses[0]);
    },
  })),
  answered(
    'a request in the body of another',
    [405, 200],
    post(`Content-Length: ${SMUGGLED.length}`) + SMUGGLED + last(),
  ),
  answered(
    'a request in a chunk of another',
    [405, 200],
    [`${post('Transfer-Encoding: chunked')}${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n${ZERO_CHUNK}${last()}`],
  ),
  answered('a request behind a GET with a body', [200, 200], `${health('Content-Length: 4')}GET ${last()}`),
  answered(
    'Content-Length in an HTTP/1.0 request',
    [405],
    'POST /api/v1/me HTTP/1.0\r\nContent-Length: 1\r\n\r\nx' + last(),
  ),
];

export const UNDERSTOOD: readonly SocketCase[] = [
  answered('HTTP/2.0 in words', [404], head('GET /nowhere HTTP/2.0', HOST, 'Connection: close')),
  answered('HTTP/1.0', [200], 'GET /api/health HTTP/1.0\r\n\r\n'),
  answered('HTTP/1.0 that stays', [200, 200], head('GET /api/health HTTP/1.0', 'Connection: keep-alive') + last()),
  answered('empty lines before a request', [200], `\r\n\r\n\r\n${last()}`),
  answered('names of headers in any case', [200], head(HEALTH, 'hOsT: x', 'cOnNeCtIoN: cLoSe')),
  answered('no space behind the colon', [200], head(HEALTH, 'Host:x', 'Connection:close')),
  answered('a full address', [200], head('GET http://localhost/api/health HTTP/1.1', HOST, 'Connection: close')),
  answered('OPTIONS of the whole server', [404], head('OPTIONS * HTTP/1.1', HOST, 'Connection: close')),
  answered('GET of the whole server', [404], head('GET * HTTP/1.1', HOST, 'Connection: close')),
  answered('TRACE', [405], head('TRACE /api/v1/me HTTP/1.1', HOST, 'Connection: close')),
  answered(
    'a query that is all percent signs',
    [404],
    head(`GET /x?${'%'.repeat(5_000)} HTTP/1.1`, HOST, 'Connection: close'),
  ),
  answered('a path that cannot be decoded', [404], head('GET /api/%ff%zz HTTP/1.1', HOST, 'Connection: close')),
  answered(
    '500 headers',
    [200],
    head(HEALTH, HOST, 'Connection: close', ...Array.from({ length: 500 }, (_, n) => `x-${n}: y`)),
  ),
  answered(
    'bytes one by one',
    [200],
    Array.from(last(), (byte) => byte),
  ),
  answered('a token on a slow line', [200], ({ bearer }) => head(ME, HOST, bearer, 'Connection: close')),
  answered('HEAD', [200], head('HEAD /api/health HTTP/1.1', HOST, 'Connection: close')),
];

export const EXPECTING: readonly SocketCase[] = [
  answered(
    'a body that waits to be asked for and is not wanted',
    [401],
    head('POST /api/v1/organizations/x/projects HTTP/1.1', HOST, 'Content-Length: 5', 'Expect: 100-continue'),
  ),
  answered('an expectation without a body', [200], health('Expect: 100-continue', 'Connection: close')),
  answered('an expectation in other letters', [200], health('Expect: 100-CONTINUE', 'Connection: close')),
  answered('two expectations', [200], health('Expect: 100-continue, other', 'Connection: close')),
  answered('an expectation in HTTP/1.0', [200], head('GET /api/health HTTP/1.0', 'Expect: nonsense')),
  {
    name: '50 expectations that nobody has, all at once',
    run: async (wire) => {
      await wire.send(health('Expect: nonsense').repeat(50));
      await wire.closedByServer();
      expect(wire.statuses).toEqual([400]);
    },
  },
];

export const UPGRADING: readonly SocketCase[] = [
  ...['websocket', 'h2c', 'TLS/1.0', 'HTTP/2.0, HTTP/1.1', 'nonsense', ''].flatMap((protocol) => [
    answered(`Upgrade: ${protocol || 'nothing'}`, [200], health('Connection: Upgrade, close', `Upgrade: ${protocol}`)),
    left(`Upgrade: ${protocol || 'nothing'}`, 'reset', () => [health('Connection: Upgrade', `Upgrade: ${protocol}`)]),
  ]),
  answered(
    'an upgrade with bytes of the other protocol behind it',
    [200],
    [health('Connection: Upgrade', 'Upgrade: websocket') + '\x81\x85\0\0\0\0hello'],
  ),
  answered(
    'an upgrade of a POST with a body',
    [405],
    `${post('Connection: Upgrade, close', 'Upgrade: h2c', 'Content-Length: 2')}{}`,
  ),
];

export const TUNNELS: readonly SocketCase[] = [
  refused('CONNECT', head('CONNECT a:1 HTTP/1.1', 'Host: a')),
  refused('CONNECT without a port', head('CONNECT a HTTP/1.1', 'Host: a')),
  refused('CONNECT with a path', head('CONNECT /api/v1/me HTTP/1.1', HOST)),
  refused('CONNECT with a body', `${head('CONNECT a:1 HTTP/1.1', HOST, 'Content-Length: 5')}hello`),
  refused('CONNECT with chunks', `${head('CONNECT a:1 HTTP/1.1', HOST, 'Transfer-Encoding: chunked')}${ZERO_CHUNK}`),
  refused('CONNECT in HTTP/1.0', head('CONNECT a:1 HTTP/1.0')),
  refused('CONNECT with a request behind it', head('CONNECT a:1 HTTP/1.1', HOST) + SMUGGLED),
  refused('CONNECT with 200 kB behind it', head('CONNECT a:1 HTTP/1.1', HOST) + 'x'.repeat(200_000)),
  refused(
    'CONNECT that wants to upgrade',
    head('CONNECT a:1 HTTP/1.1', HOST, 'Connection: Upgrade', 'Upgrade: websocket'),
  ),
  ended(
    'CONNECT with bytes without end behind it',
    head('CONNECT a:1 HTTP/1.1', HOST),
    ...Array.from({ length: 40 }, () => Buffer.alloc(65_536)),
  ),
  ...LEAVES.flatMap((how) => [
    left('CONNECT', how, () => [head('CONNECT a:1 HTTP/1.1', HOST)]),
    left('CONNECT whose answer was read', how, () => [head('CONNECT a:1 HTTP/1.1', HOST), 50]),
    left('CONNECT behind a request', how, ({ bearer }) => [
      head(ME, HOST, bearer) + head('CONNECT a:1 HTTP/1.1', HOST),
    ]),
    left('CONNECT behind a large answer', how, () => [head(LARGE, HOST) + head('CONNECT a:1 HTTP/1.1', HOST)]),
    left('CONNECT in two parts', how, () => ['CONNECT a:1 HT', 'TP/1.1\r\nHost: a\r\n\r\n']),
  ]),
];

export const OTHER_PROTOCOLS: readonly SocketCase[] = [
  refused('TLS 1.0', Buffer.from('160301020001000001fc0301', 'hex')),
  refused('TLS 1.2', Buffer.from('160303020001000001fc0303', 'hex')),
  refused(
    'TLS 1.3 with its first kilobyte',
    Buffer.concat([Buffer.from('16030103e8010003e40303', 'hex'), Buffer.alloc(1_000, 7)]),
  ),
  refused('SSL 2', Buffer.from('802e0100020015000000100100800200800300800400800500800600400700c0', 'hex')),
  refused('an alert of TLS', Buffer.from('15030300020100', 'hex')),
  ended('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  ended(
    'the preface of HTTP/2 with settings',
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.from('000000040000000000', 'hex')]),
  ),
  ended('the preface of HTTP/2 with other words', 'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n'),
  refused('SSH', 'SSH-2.0-OpenSSH_9.6\r\n'),
  refused('SMTP', 'EHLO example.org\r\n'),
  refused('Redis', '*1\r\n$4\r\nPING\r\n'),
  refused('PostgreSQL', Buffer.from('0000000804d2162f', 'hex')),
  refused('a PROXY line', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${last()}`),
  refused('a PROXY header of version 2', Buffer.from('0d0a0d0a000d0a515549540a2111000c', 'hex')),
  refused('an answer in place of a request', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  refused('a datagram of DNS', Buffer.from('001d12340100000100000000000007657861', 'hex')),
];

export const PIPELINED: readonly SocketCase[] = [
  ...[2, 10, 100, 1_000].map((count) =>
    answered(
      `${count} requests in one piece`,
      Array.from({ length: count }, () => 200),
      health().repeat(count - 1) + last(),
    ),
  ),
  answered(
    '100 requests of all kinds, answered in their order',
    Array.from({ length: 20 }, () => [200, 404, 405, 204, 401]).flat(),
    [
      [
        health(),
        head('GET /nowhere HTTP/1.1', HOST),
        head('PUT /api/v1/me HTTP/1.1', HOST),
        head('OPTIONS /api/v1/me HTTP/1.1', HOST),
        head(ME, HOST),
      ]
        .join('')
        .repeat(20),
    ],
  ),
  answered(
    '20 requests of a member',
    Array.from({ length: 20 }, () => 200),
    ({ bearer }) => head(ME, HOST, bearer).repeat(20),
  ),
  answered(
    '20 requests cut in the middle of a line',
    Array.from({ length: 20 }, () => 200),
    (health().repeat(19) + last()).match(/[^]{1,37}/g) ?? [],
  ),
  answered(
    'bodies between requests',
    [405, 405, 200],
    `${post('Content-Length: 3')}{} ${post('Transfer-Encoding: chunked')}2\r\n{}\r\n${ZERO_CHUNK}${last()}`,
  ),
  answered('an answer before the bytes that are no request', [200], `${health()}NOT HTTP\r\n\r\n`),
  {
    name: 'three answers before the bytes that are no request',
    run: async (wire) => {
      await wire.send(`${health().repeat(3)}NOT HTTP\r\n\r\n`);
      await wire.closedByServer();
      // Bytes that come with the last request are not answered, bytes that come after it are.
      expect(wire.statuses.slice(0, 3)).toEqual([200, 200, 200]);
      expect([[], [400]]).toContainEqual(wire.statuses.slice(3));
    },
  },
  answered('answers before CONNECT', [200, 200], `${health().repeat(2)}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`),
  answered('nothing behind Connection: close', [200], last() + health().repeat(50)),
  ...LEAVES.flatMap((how) => [
    left('1,000 requests of a stranger', how, () => [health().repeat(1_000)]),
    left('200 requests of a member', how, ({ bearer }) => [head(ME, HOST, bearer).repeat(200)]),
    left('50 large answers', how, () => [head(LARGE, HOST).repeat(50), 20]),
    left('requests and half of one more', how, () => [`${health().repeat(10)}GET /api/he`]),
  ]),
  {
    name: '100 large answers that are not read for a while',
    run: async (wire) => {
      wire.stopReading();
      await wire.send(head(LARGE, HOST).repeat(100), 200);
    },
  },
];

const write = ({ project, bearer }: Surroundings, ...lines: string[]): string =>
  head(
    `POST ${project}/work-items HTTP/1.1`,
    HOST,
    bearer,
    `Idempotency-Key: key-of-${Math.random()}`,
    'Content-Type: application/json',
    ...lines,
  );
const BODY = '{"title":"By a client that leaves"}';

/** Every phase of a request, and the three ways to leave in it. */
export const LEAVING: readonly SocketCase[] = LEAVES.flatMap((how) => [
  left('nothing', how, () => []),
  left('one byte', how, () => ['G']),
  left('half a request line', how, () => ['GET /api/he']),
  left('a request line', how, () => [`${HEALTH}\r\n`]),
  left('half a header', how, () => [`${HEALTH}\r\nHos`]),
  left('all headers but the empty line', how, () => [`${HEALTH}\r\n${HOST}\r\n`]),
  left('a whole request', how, () => [health()]),
  left('a whole request whose answer was read', how, () => [health(), 50]),
  left('a large answer that has begun', how, () => [head(LARGE, HOST), 10]),
  left('a request of a member', how, ({ bearer }) => [head(ME, HOST, bearer)]),
  left('headers of a write', how, (given) => [write(given, `Content-Length: ${BODY.length}`)]),
  left('headers of a write that asks first', how, (given) => [
    write(given, `Content-Length: ${BODY.length}`, 'Expect: 100-continue'),
    20,
  ]),
  left('half the body of a write', how, (given) => [
    write(given, `Content-Length: ${BODY.length}`) + BODY.slice(0, 10),
    20,
  ]),
  left('a whole write', how, (given) => [write(given, `Content-Length: ${BODY.length}`) + BODY]),
  left('a write in half a chunk', how, (given) => [`${write(given, 'Transfer-Encoding: chunked')}ff\r\n${BODY}`, 20]),
  left('a write without its last chunk', how, (given) => [
    `${write(given, 'Transfer-Encoding: chunked')}${BODY.length.toString(16)}\r\n${BODY}\r\n`,
    20,
  ]),
  left('a body that nobody wants', how, () => [post('Content-Length: 1000000'), 'x'.repeat(100_000), 10]),
  left('the second request of a connection', how, () => [health(), 30, 'GET /api/v1/me HT']),
]);

/** Clients that take their time: each is ended by the server, some only after the 25 seconds that a request may take. */
export const SLOW: readonly SocketCase[] = [
  ended('a client that says nothing'),
  ended('half a request line', 'GET /api/he'),
  ended('half the preface of HTTP/2', 'PRI * HTTP/1.1\r\n\r\n'),
  ended('a head that never ends', `${HEALTH}\r\n${HOST}\r\n`),
  ended('200 kB of a head that never ends', `${HEALTH}\r\n${HOST}\r\nx: ${'y'.repeat(200_000)}`),
  ended(
    'a header each second',
    ...Array.from({ length: 40 }, (_, n) => [n === 0 ? `${HEALTH}\r\n` : `x-${n}: y\r\n`, 1_000]).flat(),
  ),
  ended('a body that never comes', head('POST /api/v1/organizations/x/projects HTTP/1.1', HOST, 'Content-Length: 10')),
  ended(
    'a body of a byte each second',
    post('Content-Length: 1000'),
    ...Array.from({ length: 40 }, () => ['x', 1_000]).flat(),
  ),
  ended(
    'a chunk each second',
    post('Transfer-Encoding: chunked'),
    ...Array.from({ length: 40 }, () => ['1\r\nx\r\n', 1_000]).flat(),
  ),
  ended('an answer, and then nothing', health()),
  ended('an answer, and then half a request', health(), 100, 'GET /api/he'),
  {
    name: 'a client that reads none of 30 MB',
    run: async (wire) => {
      wire.stopReading();
      await wire.send(head(LARGE, HOST).repeat(100));
      // A connection that was cut is heard of when one writes.
      while (!wire.isCut) await wire.send(' ', 500);
    },
  },
];
