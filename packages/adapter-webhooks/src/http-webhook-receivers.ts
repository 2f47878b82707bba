import type { lookup } from 'node:dns';
import { WebhookReceivers, type WebhookRequest, type WebhookResult } from '@worktrack/application';
import { answerOfStatus } from '@worktrack/domain';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { AddressRefused, guardedLookup } from './addresses.js';
import type { WebhookSettings } from './settings.js';
import { signatureHeaders } from './signature.js';

/** Milliseconds for one attempt, from the lookup of the name to the head of the response. Source: extensions, feed §1.4. */
const LONGEST_ATTEMPT = 15_000;

/** The most bytes of the head of a response; its body is not read. */
const MOST_HEAD_BYTES = 16_384;

/** Address literals as a URL shows them, also one that was written as a number. */
const IP_LITERAL = /^(?:\[.*\]|\d{1,3}(?:\.\d{1,3}){3})$/;

/** Sends events over HTTP, to public addresses only. */
export class HttpWebhookReceivers extends WebhookReceivers {
  private readonly dispatcher: Dispatcher;

  /** @param lookUp replaced by tests */
  constructor(
    private readonly settings: WebhookSettings,
    private readonly timeout = LONGEST_ATTEMPT,
    lookUp?: typeof lookup,
  ) {
    super();
    const { proxyUrl, allowedNetworks } = settings;
    const limits = { maxHeaderSize: MOST_HEAD_BYTES, keepAliveTimeout: 4_000, allowH2: false } as const;
    this.dispatcher =
      proxyUrl === undefined
        ? new Agent({ ...limits, connect: { lookup: guardedLookup(allowedNetworks, lookUp), timeout } })
        : new ProxyAgent({ ...limits, uri: proxyUrl });
  }

  problemOf(text: string): string | undefined {
    if (!URL.canParse(text)) return 'must be an https:// URL';
    const { protocol, username, password, hostname } = new URL(text);
    const isAllowed = protocol === 'https:' || (protocol === 'http:' && this.settings.allowHttp);
    if (!isAllowed) return this.settings.allowHttp ? 'must be an https:// or http:// URL' : 'must be an https:// URL';
    if (username !== '' || password !== '') return 'must have no user and no password';
    return IP_LITERAL.test(hostname) ? 'must have a name in place of an IP address' : undefined;
  }

  async send({ url, id, body, secrets }: WebhookRequest, cut: AbortSignal): Promise<WebhookResult> {
    const begun = performance.now();
    const timeout = AbortSignal.timeout(this.timeout);
    const resultOf = (outcome: WebhookResult['outcome'], status: number | null = null, retryAfter?: number | null) => {
      const milliseconds = Math.round(performance.now() - begun);
      return { outcome, status, milliseconds, retryAfter: retryAfter ?? null };
    };
    // The settings can have become stricter since the webhook was created.
    if (this.problemOf(url) !== undefined) return resultOf('address_refused');
    const { origin, pathname, search } = new URL(url);
    try {
      const response = await this.dispatcher.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Worktrack-Webhooks/1',
          ...signatureHeaders(id, body, secrets),
        },
        body,
        signal: AbortSignal.any([timeout, cut]),
      });
      // Nothing of the body is kept: reading none of it costs nothing, however long it is.
      response.body.on('error', () => undefined).destroy();
      const { statusCode } = response;
      return resultOf(answerOfStatus(statusCode), statusCode, secondsIn(response.headers['retry-after']));
    } catch (error) {
      if (cut.aborted) return resultOf('ended');
      if (isRefused(error)) return resultOf('address_refused');
      return resultOf(timeout.aborted ? 'timed_out' : 'no_connection');
    }
  }

  /** Closes the connections that are kept open. */
  close(): Promise<void> {
    return this.dispatcher.destroy();
  }
}

/** Reads `Retry-After`: seconds, or a date. */
function secondsIn(header: string | string[] | undefined): number | null {
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - Date.now()) / 1_000;
  return seconds > 0 ? seconds : null;
}

/** undici can put the error of the lookup below another one. */
function isRefused(error: unknown): boolean {
  if (error instanceof AddressRefused) return true;
  return error instanceof Error && error.cause !== undefined && isRefused(error.cause);
}
