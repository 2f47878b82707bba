import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { MailSettings } from '@worktrack/adapter-mail';
import type { MailLimits } from '@worktrack/application';
import { mailbox, smtpAddress, type SmtpAddress } from './mail-addresses.js';
import type { OidcSettings } from '@worktrack/adapter-oidc';
import type { WebhookSettings } from '@worktrack/adapter-webhooks';
import { providersOf } from './provider-settings.js';
import { Reader, httpUrl, integerIn, urlOf, type Environment } from './reader.js';
import { withSecretsOfFiles } from './secret-files.js';

/** The severities of the log, from the gravest. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Attachment bytes in an S3 bucket. */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Everything that the environment decides, checked. `docs/operations/settings.md` lists the variables. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Processes that serve at the port. */
  readonly workers: number;
  /** The public origin, without a path and without a slash at the end. */
  readonly baseUrl: string;
  /** Proxies whose `X-Forwarded-For` is trusted: none, that many hops, or these addresses and networks. */
  readonly trustProxy: false | number | readonly string[];
  /** The most concurrent connections of clients. */
  readonly maxConnections: number;
  /** The address at which metrics are served; `undefined`: none. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Seconds that requests in flight have after SIGTERM. */
  readonly shutdownGraceSeconds: number;
  /** Seconds that the port stays open after SIGTERM, so that the load balancer sees that this process is not ready. */
  readonly shutdownDelaySeconds: number;
  readonly database: {
    /** `undefined`: the embedded database in `dataDir`. */
    readonly url: string | undefined;
    /** `undefined`: migrations run with `url`. */
    readonly ownerUrl: string | undefined;
    /** `undefined`: reports read from `url`. */
    readonly readUrl: string | undefined;
    /** The most seconds by which the replica can lag. */
    readonly readMaxLagSeconds: number;
    /** While the replica cannot be read, the primary serves reports, or they are refused. */
    readonly readFallback: 'primary' | 'refuse';
    readonly poolMax: number;
    /** The most connections of reports, in addition to `poolMax`. */
    readonly reportPoolMax: number;
    /** The kind of pooler between this process and PostgreSQL. */
    readonly pooler: 'none' | 'transaction';
    /** True when statements can be prepared by name. */
    readonly prepared: boolean;
  };
  /** An absolute path. */
  readonly dataDir: string;
  /** `undefined`: rate limits are counted in memory. */
  readonly redisUrl: string | undefined;
  /** `undefined`: attachments are files in `dataDir`. */
  readonly s3: S3Settings | undefined;
  /** The providers of identities that people can sign in with. */
  readonly providers: readonly OidcSettings[];
  /** False: only providers of identities and links of the operator sign in. */
  readonly passwordSignIn: boolean;
  readonly attachmentMaxBytes: number;
  /** Days for which a blob that no attachment needs stays in the trash and can be restored. */
  readonly attachmentTrashDays: number;
  /** Seconds that one upload can take to arrive. */
  readonly uploadMaxSeconds: number;
  readonly uploads: {
    /**
     * The most bytes of all files of an Organization, unless administration has set another number; 0: any number. `undefined`: the server
     * decides at its start, by the disk.
     */
    readonly quotaBytes: number | undefined;
    /** Uploads of one token or session under way. */
    readonly ofCredential: number;
    /** The most concurrent uploads of this process. */
    readonly ofProcess: number;
    /** The most bytes of all uploads under way in this process. */
    readonly stagedBytes: number;
  };
  readonly rateLimits: {
    readonly enabled: boolean;
    readonly windowSeconds: number;
    /** Requests of a token in a window. */
    readonly requests: number;
    /** Requests of all tokens and sessions of a user in a window. */
    readonly userRequests: number;
    /** Requests in an Organization in a window; 0: any number. */
    readonly organizationRequests: number;
    /** Failed authentications of an address in a window. */
    readonly failures: number;
    /** Bytes of search text that a user can write in a minute. */
    readonly textBytesPerMinute: number;
    /** Requests of an address in a window that are made without authentication. */
    readonly anonymous: number;
  };
  /** Days for which events of feeds are kept. */
  readonly feedRetentionDays: number;
  /** The way in which this process learns of changes that other processes have numbered. */
  readonly feedWake: 'listen' | 'poll';
  /** The addresses that events can be sent to. */
  readonly webhooks: WebhookSettings;
  /** The most bytes of stored replies of one user; beyond it, mutations with a key are refused. */
  readonly idempotencyQuotaBytes: number;
  /** Seconds after which a round trip to the database is logged as slow. */
  readonly slowRoundTripSeconds: number;
  /** `undefined`: no mail is sent. */
  readonly mail: { readonly settings: MailSettings; readonly limits: MailLimits } | undefined;
  /** True when traces are sent, to where the standard variables of OpenTelemetry say. */
  readonly traces: boolean;
  readonly logLevel: LogLevel;
  /** True when the very first start creates the demo data. */
  readonly demo: boolean;
  /** True when the application for browsers is served in addition to the public API. */
  readonly web: boolean;
  /** True when the operations below `/api/x` are served. */
  readonly extensions: boolean;
  /** True: every user can create Organizations. False: only the operator. */
  readonly organizationCreation: boolean;
}

/** The environment contains an invalid value. The message names all such variables, in one line, and shows no value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/** Reads all variables, and the files that hold secrets. An empty variable counts as absent. Throws `ConfigurationError`. */
export function readConfiguration(environment: Environment = process.env): Configuration {
  const problems: string[] = [];
  const read = new Reader(withSecretsOfFiles(environment, problems), problems);
  const host = read.parsed('HOST', hostName, HOST_NAME) ?? '127.0.0.1';
  const port = read.integer('PORT', 3000, 1, 65_535);
  const pooler = read.word('DATABASE_POOLER', ['none', 'transaction'], 'none');
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const configuration: Configuration = {
    port,
    host,
    workers: read.parsed('WORKERS', workersIn, 'auto or an integer from 1 to 128') ?? 1,
    baseUrl:
      read.parsed('BASE_URL', origin, 'an http:// or https:// origin without credentials, path or query') ??
      `http://${authority}`,
    trustProxy: read.parsed('TRUST_PROXY', trustedProxies, TRUSTED_PROXIES) ?? false,
    maxConnections: read.integer('MAX_CONNECTIONS', 10_000, 1, 1_000_000),
    metrics: metricsOf(read),
    shutdownGraceSeconds: read.integer('SHUTDOWN_GRACE_SECONDS', 15, 0, 3600),
    shutdownDelaySeconds: read.integer('SHUTDOWN_DELAY_SECONDS', 0, 0, 60),
    database: Object.freeze({
      url: read.parsed('DATABASE_URL', postgresUrl, POSTGRES_URL),
      ownerUrl: read.parsed('DATABASE_OWNER_URL', postgresUrl, POSTGRES_URL),
      readUrl: read.parsed('DATABASE_READ_URL', postgresUrl, POSTGRES_URL),
      readMaxLagSeconds: read.integer('DATABASE_READ_MAX_LAG_SECONDS', 30, 1, 3600),
      readFallback: read.word('DATABASE_READ_FALLBACK', ['primary', 'refuse'], 'primary'),
      poolMax: read.integer('DATABASE_POOL_MAX', 10, 1, 1000),
      reportPoolMax: read.integer('DATABASE_REPORT_POOL_MAX', 2, 1, 100),
      pooler,
      // Many poolers keep no prepared statements: there somebody has to say that this one does.
      prepared: read.word('DATABASE_PREPARED', ['on', 'off'], pooler === 'none' ? 'on' : 'off') === 'on',
    }),
    dataDir: resolve(read.text('WORKTRACK_DATA_DIR') ?? '.data'),
    redisUrl: read.parsed('REDIS_URL', redisUrl, 'a redis:// or rediss:// URL'),
    s3: s3Settings(read),
    providers: providersOf(read),
    passwordSignIn: read.word('PASSWORD_SIGN_IN', ['on', 'off'], 'on') === 'on',
    attachmentMaxBytes: read.integer('ATTACHMENT_MAX_BYTES', 26_214_400, 1, 5_368_709_120),
    attachmentTrashDays: read.integer('ATTACHMENT_TRASH_DAYS', 7, 1, 365),
    // Less than a day: after a day the sweep treats an upload as abandoned.
    uploadMaxSeconds: read.integer('UPLOAD_MAX_SECONDS', 3_600, 1, 43_200),
    uploads: Object.freeze({
      quotaBytes: read.integerOrNone('ATTACHMENT_QUOTA_BYTES', 0, MOST_BYTES),
      ofCredential: read.integer('UPLOADS_AT_ONCE', 4, 1, 10_000),
      ofProcess: read.integer('UPLOADS_AT_ONCE_PROCESS', 64, 1, 10_000),
      stagedBytes: read.integer('UPLOAD_STAGED_MAX_BYTES', 8_589_934_592, 1, MOST_BYTES),
    }),
    rateLimits: rateLimitsOf(read),
    feedRetentionDays: read.integer('FEED_RETENTION_DAYS', 90, 7, 3_650),
    // A pooler of transactions keeps no session that could listen.
    feedWake: read.word('FEED_WAKE', ['listen', 'poll'], pooler === 'none' ? 'listen' : 'poll'),
    webhooks: Object.freeze({
      allowHttp: read.word('WEBHOOK_ALLOW_HTTP', ['on', 'off'], 'off') === 'on',
      allowedNetworks: read.parsed('WEBHOOK_ALLOWED_NETWORKS', networksIn, NETWORKS) ?? [],
      proxyUrl: read.parsed('WEBHOOK_PROXY_URL', httpUrl, 'an http:// or https:// URL')?.href,
    }),
    idempotencyQuotaBytes: read.integer('IDEMPOTENCY_QUOTA_BYTES', 536_870_912, 65_536, 1_099_511_627_776),
    slowRoundTripSeconds: read.integer('SLOW_EXCHANGE_MS', 1_000, 1, 3_600_000) / 1_000,
    mail: mailOf(read),
    traces: read.parsed('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl, 'an http:// or https:// URL') !== undefined,
    logLevel: logLevelOf(read),
    demo: read.word('WORKTRACK_DEMO', ['on', 'off'], 'on') === 'on',
    web: read.word('WORKTRACK_WEB', ['on', 'off'], 'on') === 'on',
    extensions: read.word('WORKTRACK_EXTENSIONS', ['on', 'off'], 'on') === 'on',
    organizationCreation: read.word('ORGANIZATION_CREATION', ['everyone', 'nobody'], 'everyone') === 'everyone',
  };
  if (!configuration.passwordSignIn && configuration.providers.length === 0) {
    read.problems.push('PASSWORD_SIGN_IN must be on without OIDC_ISSUER: nobody could sign in');
  }
  if (configuration.metrics?.port === port) read.problems.push('METRICS_PORT must not be PORT');
  if (configuration.uploads.stagedBytes < configuration.attachmentMaxBytes) {
    read.problems.push('UPLOAD_STAGED_MAX_BYTES must not be less than ATTACHMENT_MAX_BYTES');
  }
  if (configuration.uploads.ofProcess < configuration.uploads.ofCredential) {
    read.problems.push('UPLOADS_AT_ONCE_PROCESS must not be less than UPLOADS_AT_ONCE');
  }
  if (read.problems.length > 0) throw new ConfigurationError(read.problems);
  return Object.freeze(configuration);
}

/** Reads the level of the log alone: `info` when the variable is invalid. For a log that opens before the configuration is checked. */
export const readLogLevel = (): LogLevel => logLevelOf(new Reader(process.env));

const logLevelOf = (read: Reader): LogLevel => read.word('LOG_LEVEL', LOG_LEVELS, 'info');

/** The largest number of bytes that can be configured: fifteen digits. */
const MOST_BYTES = 999_999_999_999_999;

/** The largest number of requests in a window that can be configured. */
const MOST_REQUESTS = 1_000_000_000;

const HOST_NAME = 'a host name or an IP address';
const POSTGRES_URL = 'a postgres:// or postgresql:// URL';
const NETWORKS = 'a comma-separated list of IP addresses and networks';
const TRUSTED_PROXIES = 'false, a number of hops from 1 to 32, or a comma-separated list of IP addresses and networks';

function hostName(text: string): string | undefined {
  return isIP(text) !== 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) ? text : undefined;
}

function origin(text: string): string | undefined {
  // Check the text itself: a URL object does not show an empty query or fragment.
  return /^[a-z]+:\/\/[^/?#@\\]+\/?$/i.test(text) ? urlOf(text, ['http:', 'https:'])?.origin : undefined;
}

function postgresUrl(text: string): string | undefined {
  return urlOf(text, ['postgres:', 'postgresql:']) && text;
}

function redisUrl(text: string): string | undefined {
  return urlOf(text, ['redis:', 'rediss:']) && text;
}

function trustedProxies(text: string): Configuration['trustProxy'] | undefined {
  if (text === 'false') return false;
  if (/^[0-9]+$/.test(text)) return integerIn(text, 1, 32);
  return networksIn(text);
}

function networksIn(text: string): readonly string[] | undefined {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? Object.freeze(networks) : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || integerIn(prefix, 0, bits) !== undefined;
}

function workersIn(text: string): number | undefined {
  return text === 'auto' ? availableParallelism() : integerIn(text, 1, 128);
}

function metricsOf(read: Reader): Configuration['metrics'] {
  const port = read.integerOrNone('METRICS_PORT', 1, 65_535);
  const host = read.parsed('METRICS_HOST', hostName, HOST_NAME) ?? '127.0.0.1';
  return port === undefined ? undefined : Object.freeze({ port, host });
}

const SMTP_URL = 'an smtp:// or smtps:// URL without path and query';
const MAILBOX = 'an e-mail address, or a name with an address: Name <name@example.org>';

function mailOf(read: Reader): Configuration['mail'] {
  const smtp = read.parsed('SMTP_URL', smtpAddress, SMTP_URL);
  const from = read.parsed('MAIL_FROM', mailbox, MAILBOX);
  const replyTo = read.parsed('MAIL_REPLY_TO', mailbox, MAILBOX);
  const requiresTls = read.word('SMTP_TLS', ['required', 'optional'], 'required') === 'required';
  const limits = Object.freeze({
    ofAddress: read.integer('MAIL_PER_ADDRESS_PER_HOUR', 30, 1, 1_000_000),
    ofAll: read.integer('MAIL_PER_HOUR', 1_000, 1, 1_000_000),
  });
  if (!smtp) return undefined;
  const login = loginOf(smtp, read);
  if (!from) {
    if (read.text('MAIL_FROM') === undefined) read.problems.push('MAIL_FROM must be set when SMTP_URL is set');
    return undefined;
  }
  const { host, port, secure } = smtp;
  return Object.freeze({
    settings: Object.freeze({ smtp: { host, port, secure, requiresTls, login }, from, replyTo }),
    limits,
  });
}

function loginOf({ user, password: inUrl }: SmtpAddress, read: Reader): MailSettings['smtp']['login'] {
  const apart = read.text('SMTP_PASSWORD');
  const password = inUrl ?? apart;
  if (inUrl !== undefined && apart !== undefined) {
    read.problems.push('SMTP_PASSWORD and SMTP_PASSWORD_FILE must not be set when SMTP_URL has a password');
  }
  if (user === undefined && apart !== undefined) {
    read.problems.push('SMTP_URL must have a user when SMTP_PASSWORD or SMTP_PASSWORD_FILE is set');
  }
  if (user !== undefined && password === undefined) {
    read.problems.push('SMTP_PASSWORD or SMTP_PASSWORD_FILE must be set when SMTP_URL has a user without a password');
  }
  return user === undefined || password === undefined ? undefined : { user, password };
}

function rateLimitsOf(read: Reader): Configuration['rateLimits'] {
  const requests = read.integer('RATE_LIMIT_MAX', 600, 1, MOST_REQUESTS);
  return Object.freeze({
    enabled: read.word('RATE_LIMIT_DISABLED', ['true', 'false'], 'false') === 'false',
    windowSeconds: read.integer('RATE_LIMIT_WINDOW_SECONDS', 30, 1, 86_400),
    requests,
    userRequests: read.integer('RATE_LIMIT_USER_MAX', 3 * requests, 1, MOST_REQUESTS),
    organizationRequests: read.integer('RATE_LIMIT_ORGANIZATION_MAX', 0, 0, MOST_REQUESTS),
    failures: read.integer('AUTH_FAILURE_LIMIT_MAX', 150, 1, MOST_REQUESTS),
    textBytesPerMinute: read.integer('SEARCH_TEXT_BYTES_PER_MINUTE', 8_388_608, 1, 1_000_000_000_000),
    anonymous: read.integer('ANONYMOUS_LIMIT_MAX', 3000, 1, MOST_REQUESTS),
  });
}

function s3Settings(read: Reader): S3Settings | undefined {
  const endpoint = read.parsed(
    'S3_ENDPOINT',
    (text) => urlOf(text, ['http:', 'https:']) && text,
    'an http:// or https:// URL',
  );
  const bucket = read.text('S3_BUCKET');
  const region = read.text('S3_REGION');
  const accessKeyId = read.text('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY');
  if (endpoint && bucket && region && accessKeyId && secretAccessKey) {
    return Object.freeze({ endpoint, bucket, region, accessKeyId, secretAccessKey });
  }
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = names.filter((name) => read.text(name) === undefined);
  if (missing.length > 0 && missing.length < names.length) {
    read.problems.push(`${missing.join(', ')} must be set when another S3_ variable is: all or none`);
  }
  return undefined;
}
