import * as dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The name of a receiver leads to an address that nothing is sent to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The part of IPv6 that is global unicast (RFC 4291, section 2.4, as IANA has given it out). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** The prefix of NAT64 (RFC 6052) and that of 6to4 (RFC 3056): such an address has one of IPv4 in it. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16');

const ipv4At = (bytes: readonly number[], at: number): Address => ipaddr.fromByteArray(bytes.slice(at, at + 4));

/** Returns the address that packets end at: that of IPv4 which an address of IPv6 has in it. */
function unwrapped(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  if (address.isIPv4MappedAddress() || address.match(NAT64)) return ipv4At(bytes, 12);
  return address.match(SIX_TO_FOUR) ? ipv4At(bytes, 2) : address;
}

/** True when the address is a global unicast address, or in one of the allowed networks. */
export function isReachable(text: string, allowedNetworks: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = unwrapped(ipaddr.parse(text));
  const isGlobal = address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6));
  return isGlobal || allowedNetworks.some((network) => isWithin(address, network));
}

function isWithin(address: Address, network: string): boolean {
  const whole = network.includes('/') ? network : `${network}/${ipaddr.IPv6.isValid(network) ? 128 : 32}`;
  const [range, bits] = ipaddr.parseCIDR(whole);
  return range.kind() === address.kind() && address.match(range, bits);
}

/**
 * Looks up a name as `dns.lookup` does, and gives only addresses that events can be sent to: one that is not makes the whole name refused.
 * The connection is made to the addresses that were checked: a name that leads elsewhere the second time wins nothing.
 */
export function guardedLookup(
  allowedNetworks: readonly string[],
  lookup: typeof dns.lookup = dns.lookup,
): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, '');
        return;
      }
      const [first] = found;
      if (!first || !found.every(({ address }) => isReachable(address, allowedNetworks))) {
        callback(new AddressRefused('This address is not public.'), '');
        return;
      }
      if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
