import type { Attack, Credential, Target } from './attack.js';
import { holdRequests } from './held-requests.js';

const MIB = 1_048_576;
const [VISITORS, OF_CREDENTIAL, OF_CREDENTIAL_COMPLETE] = [64, 16, 4];
const JSON_TYPE = 'Content-Type: application/json';
const LENGTH = `Content-Length: ${MIB}`;

const headOf = (path: string, ...headers: readonly string[]): string =>
  `${[`POST ${path} HTTP/1.1`, 'Host: bench', JSON_TYPE, LENGTH, ...headers].join('\r\n')}\r\n\r\n`;

function searchOf({ organization }: Target, { headers, before }: Credential): string {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return headOf(`${before}${organization}/work-items/search`, ...own);
}

/** Visitors announce bodies of 1 MiB and send one byte of each. */
export const bodiesOfVisitors: Attack = {
  name: 'bodies of visitors',
  neighborAlso: 'sign-in',
  run: ({ port }, over) => {
    const head = headOf('/api/session/link', 'Sec-Fetch-Site: same-origin');
    const beginnings = Array.from({ length: VISITORS }, () => [head, '{']);
    return holdRequests(port, { beginnings, most: 1_500 }, over);
  },
};

function bodiesOf(target: Target, ofCredential: number, sent: number, over: AbortSignal): Promise<string> {
  const body = Buffer.alloc(sent, 'x');
  const beginnings = target.credentials.flatMap((credential) =>
    Array.from({ length: ofCredential }, () => [searchOf(target, credential), body]),
  );
  return holdRequests(target.port, { beginnings, most: 1_500 }, over);
}

/** One person announces searches of 1 MiB and sends one byte of each. */
export const bodiesOfOnePerson: Attack = {
  name: 'bodies of one person',
  neighborAlso: 'bulk of 200 KiB',
  run: (target, over) => bodiesOf(target, OF_CREDENTIAL, 1, over),
};

/** One person sends searches of 1 MiB, each except its last byte. */
export const completeBodiesOfOnePerson: Attack = {
  name: 'bodies of one person without the last byte',
  neighborAlso: 'bulk of 200 KiB',
  run: (target, over) => bodiesOf(target, OF_CREDENTIAL_COMPLETE, MIB - 1, over),
};
