import { clientNetworkOf } from './client-network.js';

describe('The network that an address is counted by', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:3::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['fe80::1', 'fe80::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['', ''],
  ])('of %j is %j', (address, network) => {
    expect(clientNetworkOf(address)).toBe(network);
  });
});
