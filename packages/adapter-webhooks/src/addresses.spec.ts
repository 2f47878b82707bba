import { isReachable } from './addresses.js';

describe('An address', () => {
  it.each([
    '93.184.216.34',
    '1.1.1.1',
    '2606:4700:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
    '2002:101:101::1',
  ])('%s gets events', (address) => {
    expect(isReachable(address, [])).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1'],
    ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '2001:db8::1'],
    // An address of IPv4 in one of IPv6: mapped, NAT64, 6to4.
    ...['::ffff:127.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::1'],
    ...['2002:a9fe:a9fe::1', '::7f00:1', 'localhost', ''],
  ])('%j gets none', (address) => {
    expect(isReachable(address, [])).toBe(false);
  });

  it('in a network that the operator allows gets events, in the form of IPv6 too', () => {
    const allowed = ['10.1.0.0/16', '::1', '192.168.7.7'];
    expect(['10.1.2.3', '::1', '192.168.7.7', '::ffff:10.1.2.3'].map((one) => isReachable(one, allowed))).toEqual(
      Array(4).fill(true),
    );
    expect(['10.2.0.1', '127.0.0.1', '192.168.7.8'].map((one) => isReachable(one, allowed))).toEqual(
      Array(3).fill(false),
    );
  });
});
