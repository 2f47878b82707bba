import type { IncomingMessage } from 'node:http';
import { addressReader, type TrustedProxies } from './client-address.js';

const PROXY = '10.0.0.1';

function addressOf(proxies: TrustedProxies, forwarded: string | undefined, connection = PROXY): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return addressReader(proxies)({ headers, socket: { remoteAddress: connection } } as unknown as IncomingMessage);
}

describe('The address of a client', () => {
  it.each<[TrustedProxies, string | undefined, string]>([
    [false, '1.2.3.4', PROXY],
    [1, undefined, PROXY],
    [1, '1.2.3.4', '1.2.3.4'],
    [1, '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    [2, '9.9.9.9, 1.2.3.4', '9.9.9.9'],
    [3, '9.9.9.9,1.2.3.4', '9.9.9.9'],
    [1, ' 1.2.3.4 ,, ', '1.2.3.4'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, '[2001:db8::1]:443', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '1.2.3.4:51234', '1.2.3.4'],
    [['10.0.0.0/8'], '1.2.3.4', '1.2.3.4'],
    [['10.0.0.0/8'], '8.8.8.8, 1.2.3.4, 10.1.1.1', '1.2.3.4'],
    [['10.0.0.2'], '1.2.3.4', PROXY],
    [['2001:db8::/32', '10.0.0.1'], '1.2.3.4, 2001:db8::5', '1.2.3.4'],
  ])('with the proxies %j, which sent %j, is %s', (proxies, forwarded, address) => {
    expect(addressOf(proxies, forwarded)).toBe(address);
  });

  it.each<[what: string, forwarded: string]>([
    ['a name', 'attacker.example'],
    ['a word', 'unknown'],
    ['an obfuscated name', '_hidden'],
    ['a number too many', '1.2.3.4.5'],
    ['a number out of range', '1.2.3.999'],
    ['a zone, which may be of any length', `fe80::1%${'a'.repeat(2_000)}`],
    ['a line of the log', '1.2.3.4\\n{"level":"error"}'],
    ['256 KiB of one text', 'x'.repeat(256 * 1_024)],
    ['256 KiB before nothing', `${'x'.repeat(256 * 1_024)},`],
  ])('is that of the proxy when it sends %s', (_what, forwarded) => {
    expect(addressOf(1, forwarded)).toBe(PROXY);
    expect(addressOf(['10.0.0.0/8'], `1.2.3.4,${forwarded}`)).toBe(PROXY);
  });

  it('is seen through an address of IPv4 that is written as IPv6', () => {
    expect(addressOf(['10.0.0.0/8'], '1.2.3.4', '::ffff:10.0.0.1')).toBe('1.2.3.4');
  });

  it('is looked for in the last 4 KiB of the header, and nowhere else', () => {
    const hops = Array.from({ length: 60_000 }, () => '10.0.0.1');
    expect(addressOf(['10.0.0.0/8'], ['1.2.3.4', ...hops].join(','))).toBe(PROXY);
    expect(addressOf(['10.0.0.0/8'], ['1.2.3.4', ...hops.slice(0, 450)].join(','))).toBe('1.2.3.4');
    const trimmed = jest.spyOn(String.prototype, 'trim');
    addressOf(['10.0.0.0/8'], hops.join(','));
    const { length } = trimmed.mock.calls;
    trimmed.mockRestore();
    expect(length).toBeLessThanOrEqual(4_096 / '10.0.0.1,'.length + 1);
  });
});

describe('A request that a proxy seems to have forwarded', () => {
  /** The number of reports after requests with these headers, from different connections. */
  function reportsAfter(proxies: TrustedProxies, ...requests: readonly Record<string, string>[]): number {
    let reports = 0;
    const addressOf = addressReader(proxies, () => (reports += 1));
    for (const [index, headers] of requests.entries()) {
      const socket = { remoteAddress: `10.0.0.${index}` };
      expect(addressOf({ headers, socket } as unknown as IncomingMessage)).toBe(socket.remoteAddress);
    }
    return reports;
  }
  const forwarded = { 'x-forwarded-for': 'unknown' };

  it('is reported once while no proxy is trusted', () => {
    expect(reportsAfter(false, {}, { 'x-forwarded-proto': 'https' })).toBe(0);
    expect(reportsAfter(false, {}, forwarded, forwarded, { forwarded: 'for=192.0.2.1' })).toBe(1);
    expect(reportsAfter(false, { forwarded: 'for=192.0.2.1' }, forwarded)).toBe(1);
    expect(reportsAfter(false, { 'x-forwarded-for': '' })).toBe(1);
  });

  it('is not reported when a proxy is trusted', () => {
    expect(reportsAfter(1, forwarded, {})).toBe(0);
    expect(reportsAfter(['192.0.2.0/24'], forwarded)).toBe(0);
  });
});
