/** The rules of the operator about the addresses of receivers. */
export interface WebhookSettings {
  /** True: events can also be sent without encryption. */
  readonly allowHttp: boolean;
  /** Addresses and networks that events can be sent to although they are not public, such as `10.1.0.0/16`. */
  readonly allowedNetworks: readonly string[];
  /** The proxy that all requests go through, which then decides about addresses; `undefined`: none. */
  readonly proxyUrl: string | undefined;
}
