import { isIPv4 } from 'node:net';
import { IPv6, isValid, parse } from 'ipaddr.js';

/** Prefix length, in bits, of the network of one IPv6 client: the client can use any address in it. */
const PREFIX_OF_ONE_CLIENT = 64;

/**
 * Returns the key by which the requests of an address are counted: for IPv4 the address, also when it is written as IPv6, for IPv6 the
 * /64 network. Link-local addresses share one network, so each of them is a key of its own.
 */
export function clientNetworkOf(address: string): string {
  if (isIPv4(address) || !isValid(address)) return address;
  const parsed = parse(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  if (parsed.range() === 'linkLocal') return address;
  if (parsed.range() === 'ipv4Mapped') return (parsed as IPv6).toIPv4Address().toString();
  return `${IPv6.networkAddressFromCIDR(`${parsed.toString()}/${PREFIX_OF_ONE_CLIENT}`).toString()}/${PREFIX_OF_ONE_CLIENT}`;
}
