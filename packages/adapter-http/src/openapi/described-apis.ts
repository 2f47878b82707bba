import type { Type } from '@nestjs/common';
import { APP_ERRORS, EXTENSION_PROTOCOL_ERRORS, PROTOCOL_ERRORS, type AnyErrorCode } from '@worktrack/application';
import { DOMAIN_ERRORS, EXTENSION_ERRORS } from '@worktrack/domain';
import { isApplicationOperation } from '../arrival/application-routes.js';
import { STATUS, UNAVAILABLE } from '../reply/errors.js';
import { EXTENSIONS_PREFIX, type RoutedOperation } from '../arrival/routes.js';
import { API_VERSION } from '../health/health.controller.js';
import { ApplicationErrorEnvelope, ErrorEnvelope, ExtensionErrorEnvelope } from './error.responses.js';
import { FAILURES, failureExample, failureText } from './failures.js';
import { COMMON_HEADERS, refs } from './headers.js';

type Json = Record<string, unknown>;

/** An API with a document of its own: its operations, and what holds for all of them. */
export interface DescribedApi {
  readonly title: string;
  readonly version: string;
  readonly introduction: string;
  /** True for an operation of this API. */
  readonly has: (operation: RoutedOperation) => boolean;
  readonly credential: { readonly name: string; readonly scheme: Json };
  /** The headers of every response. */
  readonly headers: Json;
  /** The headers of every 401. */
  readonly challenge: Json;
  readonly codes: readonly AnyErrorCode[];
  /** The statuses of its errors. */
  readonly failures: readonly number[];
  /** The body of every error response. */
  readonly envelope: Type;
  readonly failureText: (status: number, codes: readonly AnyErrorCode[]) => string;
  readonly failureExample: (status: number) => object | undefined;
}

const FAILURE_STATUSES = Object.keys(FAILURES).map(Number);

/** Only operations of the extensions say that something is gone. */
const EXPIRED = 410;

/** Describes what holds for every operation. */
const INTRODUCTION = [
  'Multi-tenant work tracking: Organizations, Projects, Work Items and their history.',
  'Instants are RFC 3339 texts, in responses in UTC with milliseconds. Lengths of texts count Unicode code points.',
  'Unknown members of a request body and unknown query parameters are refused; clients ignore unknown members of a response.',
  'In a request that creates, `null` means that the member is absent. In one that changes, `null` clears the value and an absent member keeps it.',
  'Guides, as text:',
  [
    '- [Calling the API](/api/docs/calling-the-api.md): tokens, lists, revisions, repeats, errors, limits',
    '- [Import and mirror](/api/docs/import-and-mirror.md): a program that copies issues from elsewhere',
    '- [SqueakQL](/api/docs/squeakql.md), [reports](/api/docs/reports.md) and [generated clients](/api/docs/generated-clients.md)',
    '- [The contract](/api/docs/worktrack-api-v1-wire-contract.md): every rule of v1',
  ].join('\n'),
].join('\n\n');

/** The public API: the server publishes its document as `openapi.json`. */
export const PUBLIC_API: DescribedApi = {
  title: 'Worktrack API',
  version: API_VERSION,
  introduction: INTRODUCTION,
  has: ({ url, policy }) => !isApplicationOperation(policy) && !url.startsWith(EXTENSIONS_PREFIX),
  credential: {
    name: 'bearerAuth',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'An access token, such as `wtp_` and 42 characters.',
    },
  },
  headers: COMMON_HEADERS,
  challenge: refs('WWW-Authenticate'),
  codes: [...DOMAIN_ERRORS, ...PROTOCOL_ERRORS],
  failures: FAILURE_STATUSES.filter((status) => status !== EXPIRED),
  envelope: ErrorEnvelope,
  failureText,
  failureExample,
};

/** The operations that v1 does not have. Their document is published next to v1's document, which it never changes. */
export const EXTENSIONS_API: DescribedApi = {
  ...PUBLIC_API,
  title: 'Worktrack extensions',
  version: '0.1',
  introduction: [
    'Operations that v1 of the Worktrack API does not have. Credentials, errors, lists, revisions, repeats and limits are those of v1.',
    '`x-stability` is the promise of an operation: a `stable` one never breaks, an `experimental` one can change.',
    'The scopes of v1 hold here too, and three more: `organization:manage`, `member:manage` and `webhook:manage`.',
  ].join('\n\n'),
  has: ({ url, policy }) => !isApplicationOperation(policy) && url.startsWith(EXTENSIONS_PREFIX),
  codes: [...DOMAIN_ERRORS, ...PROTOCOL_ERRORS, ...EXTENSION_ERRORS, ...EXTENSION_PROTOCOL_ERRORS],
  envelope: ExtensionErrorEnvelope,
  failures: FAILURE_STATUSES,
};

/** The operations of the application alone. Their document is not published: the types of the page and the tests are made from it. */
export const APPLICATION_API: DescribedApi = {
  title: 'Operations of the Worktrack application',
  version: API_VERSION,
  introduction:
    'The rules are in docs/api/application.md. Nothing here is promised to programs: it can change with any version.',
  has: ({ policy }) => isApplicationOperation(policy),
  credential: {
    name: 'session',
    scheme: {
      type: 'apiKey',
      in: 'cookie',
      name: 'worktrack',
      description: 'The cookie of a session. Its name is `__Host-worktrack` behind TLS.',
    },
  },
  headers: { ...COMMON_HEADERS, ...refs('Cross-Origin-Resource-Policy', 'X-Content-Type-Options') },
  challenge: {},
  codes: [...DOMAIN_ERRORS, ...PROTOCOL_ERRORS, ...EXTENSION_ERRORS, ...EXTENSION_PROTOCOL_ERRORS, ...APP_ERRORS],
  // The application reaches attachments by the public API.
  failures: FAILURE_STATUSES.filter((status) => status !== UNAVAILABLE && status !== EXPIRED),
  envelope: ApplicationErrorEnvelope,
  failureText: (status, codes) =>
    codes
      .filter((code) => STATUS[code] === status)
      .map((code) => `\`${code}\``)
      .join(', '),
  failureExample: () => undefined,
};
