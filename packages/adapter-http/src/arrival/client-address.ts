import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Trusted proxies: none, a number of hops counted from this server outwards, or addresses and networks. */
export type TrustedProxies = false | number | readonly string[];

/** Finds the IP address of the client of a request. */
export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** The number of characters of `X-Forwarded-For` that are read, from its end: the nearest proxies wrote them. */
const MOST_CHARACTERS = 4_096;

/** An IPv6 address with an IPv4 tail, in brackets, with a port. */
const LONGEST_ELEMENT = '[0000:0000:0000:0000:0000:ffff:255.255.255.255]:65535'.length;

const WITH_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/;

/**
 * Returns the function that finds the address of a client: the address of the connection, or, while that is a trusted proxy, the one
 * that this proxy names in `X-Forwarded-For`. Text that is not an IP address ends the walk, and is never counted or logged.
 * @param onForwarded is called once, at the first request that a proxy seems to have forwarded although no proxy is trusted
 */
export function addressReader(proxies: TrustedProxies, onForwarded?: () => void): AddressOf {
  if (proxies === false) {
    let isReported = false;
    return ({ headers, socket }) => {
      if (!isReported && isForwarded(headers)) {
        isReported = true;
        onForwarded?.();
      }
      return socket.remoteAddress ?? '';
    };
  }
  const isTrusted = trustIn(proxies);
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? '';
    let hop = 0;
    for (const element of fromTheRight(String(headers['x-forwarded-for'] ?? ''))) {
      if (!isTrusted(address, hop)) break;
      const next = addressIn(element);
      if (next === undefined) break;
      address = next;
      hop += 1;
    }
    return address;
  };
}

/** True for a request with a header by which a proxy names its client. */
function isForwarded(headers: IncomingMessage['headers']): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

function trustIn(proxies: number | readonly string[]): (address: string, hop: number) => boolean {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const trusted = new BlockList();
  for (const network of proxies) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address) ?? 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (text) => {
    // The zone of a link-local address names an interface of this machine.
    const [address = ''] = text.split('%');
    const family = familyOf(address);
    return family !== undefined && trusted.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return ([undefined, 'ipv4', 'ipv6'] as const)[[0, 4, 6].indexOf(isIP(address))];
}

/** The elements of a list with commas from the last to the first, empty ones left out. Lazy: cuts out one element at a time. */
function* fromTheRight(list: string): Generator<string> {
  const first = Math.max(0, list.length - MOST_CHARACTERS);
  for (let end = list.length; end > first;) {
    const comma = list.lastIndexOf(',', end - 1);
    // An element that begins before that part is cut off, and not used.
    if (comma < first && first > 0) return;
    const element = list.slice(comma + 1, end).trim();
    if (element !== '') yield element;
    end = comma;
  }
}

/** The IP address of an element, without the port that some proxies write; `undefined` for any other text. */
function addressIn(element: string): string | undefined {
  if (element.length > LONGEST_ELEMENT) return undefined;
  const [, v6, v4] = WITH_PORT.exec(element) ?? [];
  const address = v6 ?? v4 ?? element;
  return isIP(address) === 0 || address.includes('%') ? undefined : address;
}
