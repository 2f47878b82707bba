import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ConfigurationError, readConfiguration } from './config.js';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

const S3 = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'attachments',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('The configuration', () => {
  it('allows a user three times as many requests as a token, unless it says otherwise', () => {
    expect(readConfiguration({ RATE_LIMIT_MAX: '7' }).rateLimits.userRequests).toBe(21);
    expect(readConfiguration({ RATE_LIMIT_MAX: '7', RATE_LIMIT_USER_MAX: '9' }).rateLimits.userRequests).toBe(9);
  });

  it('has a default for everything', () => {
    const { dataDir, ...rest } = readConfiguration({});
    expect(isAbsolute(dataDir)).toBe(true);
    expect(dataDir.endsWith('.data')).toBe(true);
    expect(rest).toEqual({
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      baseUrl: 'http://127.0.0.1:3000',
      trustProxy: false,
      maxConnections: 10000,
      metrics: undefined,
      shutdownGraceSeconds: 15,
      shutdownDelaySeconds: 0,
      database: {
        url: undefined,
        ownerUrl: undefined,
        readUrl: undefined,
        readMaxLagSeconds: 30,
        readFallback: 'primary',
        poolMax: 10,
        reportPoolMax: 2,
        pooler: 'none',
        prepared: true,
      },
      redisUrl: undefined,
      s3: undefined,
      providers: [],
      passwordSignIn: true,
      attachmentMaxBytes: 26214400,
      attachmentTrashDays: 7,
      uploadMaxSeconds: 3600,
      uploads: { quotaBytes: undefined, ofCredential: 4, ofProcess: 64, stagedBytes: 8589934592 },
      rateLimits: {
        enabled: true,
        windowSeconds: 30,
        requests: 600,
        userRequests: 1800,
        organizationRequests: 0,
        failures: 150,
        textBytesPerMinute: 8_388_608,
        anonymous: 3000,
      },
      feedRetentionDays: 90,
      feedWake: 'listen',
      webhooks: { allowHttp: false, allowedNetworks: [], proxyUrl: undefined },
      idempotencyQuotaBytes: 536_870_912,
      slowRoundTripSeconds: 1,
      mail: undefined,
      traces: false,
      logLevel: 'info',
      demo: true,
      web: true,
      extensions: true,
      organizationCreation: true,
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(readConfiguration({}));
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(readConfiguration({}))).toBe(true);
    expect(Object.isFrozen(readConfiguration({}).rateLimits)).toBe(true);
  });

  it('turns traces on by the standard variable', () => {
    expect(readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).traces).toBe(true);
  });

  it.each([
    ['SLOW_EXCHANGE_MS', 'an integer from 1 to 3600000', ['1', '3600000'], ['0', '3600001', '1s', '1.5']],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'an http:// or https:// URL',
      ['http://collector:4318', 'https://user:word@collector/otlp'],
      ['collector:4318', 'grpc://collector', 'x'],
    ],
    ['PORT', 'an integer from 1 to 65535', ['1', '65535'], ['0', '65536', '-1', '80.0', '08', ' 80', '1e3', 'http']],
    [
      'HOST',
      'a host name or an IP address',
      ['0.0.0.0', '::1', 'localhost', 'a.example'],
      ['a b', '-a', 'a/b', '[::1]'],
    ],
    [
      'BASE_URL',
      'an http:// or https:// origin without credentials, path or query',
      [
        'http://localhost:3000',
        'http://a.example:80',
        'http://[::1]:81',
        'https://work.example.org',
        'https://work.example.org/',
        'HTTPS://Work.Example.org',
      ],
      [
        'ftp://a.example',
        'a.example',
        'http://a.example/x',
        'http://a.example?',
        'http://u:p@a.example',
        'http://a.example/#',
      ],
    ],
    [
      'DATABASE_URL',
      'a postgres:// or postgresql:// URL',
      ['postgres://localhost/worktrack', 'postgresql://u:p@db.example:5433/worktrack?sslmode=require'],
      ['mysql://localhost/a', 'localhost', ' postgres://localhost/a'],
    ],
    ['DATABASE_OWNER_URL', 'a postgres:// or postgresql:// URL', ['postgres://localhost/a'], ['http://localhost']],
    ['DATABASE_READ_URL', 'a postgres:// or postgresql:// URL', ['postgres://localhost/a'], ['http://localhost']],
    ['DATABASE_POOL_MAX', 'an integer from 1 to 1000', ['1', '1000'], ['0', '1001', 'ten']],
    ['DATABASE_REPORT_POOL_MAX', 'an integer from 1 to 100', ['1', '100'], ['0', '101', 'two']],
    ['DATABASE_READ_MAX_LAG_SECONDS', 'an integer from 1 to 3600', ['1', '3600'], ['0', '3601', '30s']],
    ['DATABASE_READ_FALLBACK', 'primary or refuse', ['primary', 'refuse'], ['none', 'replica']],
    ['WORKERS', 'auto or an integer from 1 to 128', ['1', '128', 'auto'], ['0', '129', 'all']],
    ['DATABASE_POOLER', 'none or transaction', ['none', 'transaction'], ['session', 'on']],
    ['DATABASE_PREPARED', 'on or off', ['on', 'off'], ['ON', 'true', '1']],
    [
      'REDIS_URL',
      'a redis:// or rediss:// URL',
      ['redis://localhost:6379/2', 'rediss://r.example'],
      ['http://r.example', 'r'],
    ],
    ['ATTACHMENT_MAX_BYTES', 'an integer from 1 to 5368709120', ['1', '5368709120'], ['0', '5368709121', '25MiB']],
    ['ATTACHMENT_TRASH_DAYS', 'an integer from 1 to 365', ['1', '365'], ['0', '366', '7d']],
    [
      'ATTACHMENT_QUOTA_BYTES',
      'an integer from 0 to 999999999999999',
      ['0', '999999999999999'],
      ['-1', '1000000000000000', 'none'],
    ],
    ['UPLOADS_AT_ONCE', 'an integer from 1 to 10000', ['1', '64'], ['0', '10001', 'many']],
    ['UPLOADS_AT_ONCE_PROCESS', 'an integer from 1 to 10000', ['4', '10000'], ['0', '10001', 'many']],
    ['UPLOAD_MAX_SECONDS', 'an integer from 1 to 43200', ['1', '43200'], ['0', '43201', '1h']],
    [
      'UPLOAD_STAGED_MAX_BYTES',
      'an integer from 1 to 999999999999999',
      ['26214400', '999999999999999'],
      ['0', '1000000000000000', '8GiB'],
    ],
    ['RATE_LIMIT_MAX', 'an integer from 1 to 1000000000', ['1', '1000000000'], ['0', '1000000001', '-5']],
    ['RATE_LIMIT_USER_MAX', 'an integer from 1 to 1000000000', ['1', '1000000000'], ['0', '1000000001', 'all']],
    ['RATE_LIMIT_ORGANIZATION_MAX', 'an integer from 0 to 1000000000', ['0', '1000000000'], ['-1', '1000000001']],
    ['RATE_LIMIT_WINDOW_SECONDS', 'an integer from 1 to 86400', ['1', '86400'], ['0', '86401', '0.5']],
    ['AUTH_FAILURE_LIMIT_MAX', 'an integer from 1 to 1000000000', ['1', '1000000000'], ['0', 'none']],
    ['ANONYMOUS_LIMIT_MAX', 'an integer from 1 to 1000000000', ['1', '1000000000'], ['0', 'none', '3e3']],
    ['MAX_CONNECTIONS', 'an integer from 1 to 1000000', ['1', '1000000'], ['0', '1000001', 'many']],
    [
      'IDEMPOTENCY_QUOTA_BYTES',
      'an integer from 65536 to 1099511627776',
      ['65536', '1099511627776'],
      ['65535', '1099511627777', '512MiB'],
    ],
    [
      'SEARCH_TEXT_BYTES_PER_MINUTE',
      'an integer from 1 to 1000000000000',
      ['1', '1000000000000'],
      ['0', '1000000000001', '8MB'],
    ],
    ['RATE_LIMIT_DISABLED', 'true or false', ['true', 'false'], ['on', 'TRUE', '1']],
    ['LOG_LEVEL', 'error, warn, info or debug', ['error', 'warn', 'info', 'debug'], ['INFO', 'trace', 'silent']],
    ['SHUTDOWN_GRACE_SECONDS', 'an integer from 0 to 3600', ['0', '3600'], ['-1', '3601', '15s']],
    ['SHUTDOWN_DELAY_SECONDS', 'an integer from 0 to 60', ['0', '60'], ['-1', '61', '5s']],
    [
      'TRUST_PROXY',
      'false, a number of hops from 1 to 32, or a comma-separated list of IP addresses and networks',
      ['false', '1', '32', '10.0.0.1', '10.0.0.0/8, 192.168.1.7', '::1', 'fd00::/8'],
      ['true', '0', '33', '10.0.0', '10.0.0.0/33', '10.0.0.0/', 'fd00::/129', 'loopback', '10.0.0.1,', '1/2/3'],
    ],
    ['METRICS_PORT', 'an integer from 1 to 65535', ['1', '65535'], ['0', '65536', 'nine']],
    ['METRICS_HOST', 'a host name or an IP address', ['0.0.0.0', '::1', 'a.example'], ['a b', '-a']],
    ['MAIL_PER_ADDRESS_PER_HOUR', 'an integer from 1 to 1000000', ['1', '1000000'], ['0', '1000001', 'any']],
    ['MAIL_PER_HOUR', 'an integer from 1 to 1000000', ['1', '1000000'], ['0', '1000001', 'any']],
    [
      'MAIL_REPLY_TO',
      'an e-mail address, or a name with an address: Name <name@example.org>',
      ['help@example.org', 'Help <help@example.org>', '"Help, and more" <help@example.org>'],
      ['help', 'Help help@example.org', 'a@example.org, b@example.org', 'x\r\nBcc: y <a@example.org>', '<a@b> <c@d>'],
    ],
    ['WORKTRACK_DEMO', 'on or off', ['on', 'off'], ['yes', 'OFF']],
    ['WORKTRACK_WEB', 'on or off', ['on', 'off'], ['yes', 'OFF']],
    ['WORKTRACK_EXTENSIONS', 'on or off', ['on', 'off'], ['yes', 'OFF']],
  ])('%s must be %s', (name, expected, legal, illegal) => {
    expect(legal.filter((value) => problemsOf({ [name]: value }).length > 0)).toEqual([]);
    for (const value of illegal) {
      expect({ value, problems: problemsOf({ [name]: value }) }).toEqual({
        value,
        problems: [`${name} must be ${expected}`],
      });
    }
  });

  it('keeps the origin without its slash, and in lower case', () => {
    expect(readConfiguration({ BASE_URL: 'https://Work.Example.org/' }).baseUrl).toBe('https://work.example.org');
  });

  it('puts an IPv6 host in brackets in the default origin', () => {
    expect(readConfiguration({ HOST: '::1', PORT: '81' }).baseUrl).toBe('http://[::1]:81');
  });

  it('serves metrics at a port of their own, on the loopback interface', () => {
    expect(readConfiguration({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
    expect(problemsOf({ PORT: '81', METRICS_PORT: '81' })).toEqual(['METRICS_PORT must not be PORT']);
  });

  it('knows the three ways to trust a proxy', () => {
    expect(readConfiguration({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
    expect(readConfiguration({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfiguration({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  it('wants room for one file at least among the uploads under way', () => {
    expect(problemsOf({ UPLOAD_STAGED_MAX_BYTES: '99', ATTACHMENT_MAX_BYTES: '100' })).toEqual([
      'UPLOAD_STAGED_MAX_BYTES must not be less than ATTACHMENT_MAX_BYTES',
    ]);
    expect(problemsOf({ UPLOAD_STAGED_MAX_BYTES: '100', ATTACHMENT_MAX_BYTES: '100' })).toEqual([]);
  });

  describe('takes a secret from a file', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    const fileOf = (content: string) => {
      const file = join(folder, randomUUID());
      writeFileSync(file, content);
      return file;
    };
    const URL = 'postgres://u:secret@db.example/worktrack';

    it.each(['', '\n', '\r\n'])('without the line end %j', (end) => {
      expect(readConfiguration({ DATABASE_URL_FILE: fileOf(URL + end) }).database.url).toBe(URL);
    });

    it('for every address and the key of S3', () => {
      const { S3_SECRET_ACCESS_KEY: _, ...others } = S3;
      const configuration = readConfiguration({
        ...others,
        S3_SECRET_ACCESS_KEY_FILE: fileOf('key of S3'),
        DATABASE_OWNER_URL_FILE: fileOf('postgres://owner'),
        DATABASE_READ_URL_FILE: fileOf('postgres://replica'),
        REDIS_URL_FILE: fileOf('redis://r.example'),
      });
      expect(configuration).toMatchObject({
        s3: { secretAccessKey: 'key of S3' },
        database: { ownerUrl: 'postgres://owner', readUrl: 'postgres://replica' },
        redisUrl: 'redis://r.example',
      });
    });

    it('checks it like the variable', () => {
      expect(problemsOf({ DATABASE_URL_FILE: fileOf('mysql://db.example') })).toEqual([
        'DATABASE_URL must be a postgres:// or postgresql:// URL',
      ]);
    });

    it('unless the variable is set, too', () => {
      expect(problemsOf({ REDIS_URL: 'redis://a', REDIS_URL_FILE: fileOf('redis://b') })).toEqual([
        'REDIS_URL and REDIS_URL_FILE must not both be set',
      ]);
      expect(readConfiguration({ REDIS_URL: 'redis://a', REDIS_URL_FILE: '' }).redisUrl).toBe('redis://a');
    });

    it.each<[string, () => string]>([
      ['is missing', () => join(folder, 'nothing')],
      ['is a folder', () => folder],
      ['is a device', () => '/dev/zero'],
      ['is empty', () => fileOf('')],
      ['has nothing but a line end', () => fileOf('\n')],
      ['is too long', () => fileOf('x'.repeat(16_385))],
    ])('unless the file %s', (_, fileName) => {
      expect(problemsOf({ DATABASE_URL_FILE: fileName() })).toEqual([
        'DATABASE_URL_FILE must name a file that can be read and has 1 to 16384 bytes',
      ]);
    });
  });

  describe('of mail', () => {
    const SMTP = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'Worktrack <worktrack@example.org>' };
    const smtpOf = (environment: Record<string, string>) =>
      readConfiguration({ ...SMTP, ...environment }).mail?.settings.smtp;

    it('has the server, the sender and the limits', () => {
      expect(readConfiguration(SMTP).mail).toEqual({
        settings: {
          smtp: { host: 'mail.example.org', port: 587, secure: false, requiresTls: true, login: undefined },
          from: { name: 'Worktrack', address: 'worktrack@example.org' },
          replyTo: undefined,
        },
        limits: { ofAddress: 30, ofAll: 1000 },
      });
      const more = { MAIL_REPLY_TO: 'help@example.org', MAIL_PER_ADDRESS_PER_HOUR: '2', MAIL_PER_HOUR: '3' };
      expect(readConfiguration({ ...SMTP, ...more }).mail).toMatchObject({
        settings: { replyTo: { name: '', address: 'help@example.org' } },
        limits: { ofAddress: 2, ofAll: 3 },
      });
    });

    it('asks for TLS unless it is optional', () => {
      expect(smtpOf({ SMTP_TLS: 'optional' })).toMatchObject({ requiresTls: false });
      expect(problemsOf({ ...SMTP, SMTP_TLS: 'off' })).toEqual(['SMTP_TLS must be required or optional']);
    });

    it.each([
      ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, secure: true }],
      ['smtp://[::1]:2525/', { host: '::1', port: 2525, secure: false }],
      ['smtp://a%40b:p%3Aw@127.0.0.1:25', { host: '127.0.0.1', port: 25, login: { user: 'a@b', password: 'p:w' } }],
    ])('understands %s', (SMTP_URL, expected) => {
      expect(smtpOf({ SMTP_URL })).toMatchObject(expected);
    });

    it.each([
      ...['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp://mail.example.org/x', 'smtp://a b'],
      ...['smtp://mail.example.org?pool=true', 'smtp://mail.example.org#x', 'smtp://:word@mail.example.org'],
      ...['smtp://%zz:word@mail.example.org', 'smtp://mail.example.org:0', ' smtp://mail.example.org'],
    ])('does not understand %j', (SMTP_URL) => {
      expect(problemsOf({ ...SMTP, SMTP_URL })).toEqual([
        'SMTP_URL must be an smtp:// or smtps:// URL without path and query',
      ]);
    });

    it('takes the password from the URL, from a variable or from a file, and from one of them only', () => {
      const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
      const SMTP_PASSWORD_FILE = join(folder, 'password');
      writeFileSync(SMTP_PASSWORD_FILE, 'word\n');
      const [without, within] = ['smtp://me@mail.example.org', 'smtp://me:word@mail.example.org'];
      const login = { user: 'me', password: 'word' };
      expect(smtpOf({ SMTP_URL: within })).toMatchObject({ login });
      expect(smtpOf({ SMTP_URL: without, SMTP_PASSWORD: 'word' })).toMatchObject({ login });
      expect(smtpOf({ SMTP_URL: without, SMTP_PASSWORD_FILE })).toMatchObject({ login });
      expect(problemsOf({ ...SMTP, SMTP_URL: within, SMTP_PASSWORD_FILE })).toEqual([
        'SMTP_PASSWORD and SMTP_PASSWORD_FILE must not be set when SMTP_URL has a password',
      ]);
      expect(problemsOf({ ...SMTP, SMTP_URL: without, SMTP_PASSWORD: 'word', SMTP_PASSWORD_FILE })).toContain(
        'SMTP_PASSWORD and SMTP_PASSWORD_FILE must not both be set',
      );
      rmSync(folder, { recursive: true });
    });

    it('wants a sender, a password for a user, and a user for a password', () => {
      expect(problemsOf({ SMTP_URL: SMTP.SMTP_URL })).toEqual(['MAIL_FROM must be set when SMTP_URL is set']);
      expect(problemsOf({ ...SMTP, MAIL_FROM: 'Worktrack' })).toEqual([
        'MAIL_FROM must be an e-mail address, or a name with an address: Name <name@example.org>',
      ]);
      expect(problemsOf({ ...SMTP, SMTP_PASSWORD: 'word' })).toEqual([
        'SMTP_URL must have a user when SMTP_PASSWORD or SMTP_PASSWORD_FILE is set',
      ]);
      expect(problemsOf({ ...SMTP, SMTP_URL: 'smtp://me@mail.example.org' })).toEqual([
        'SMTP_PASSWORD or SMTP_PASSWORD_FILE must be set when SMTP_URL has a user without a password',
      ]);
    });
  });

  it('wants all settings of S3 or none', () => {
    expect(readConfiguration(S3).s3).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'attachments',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    const some = { ...S3, S3_REGION: '', S3_BUCKET: '' };
    expect(problemsOf(some)).toEqual(['S3_BUCKET, S3_REGION must be set when another S3_ variable is: all or none']);
    expect(problemsOf({ ...S3, S3_ENDPOINT: 's3.example.org' })).toEqual([
      'S3_ENDPOINT must be an http:// or https:// URL',
    ]);
  });

  it('reports all problems in one line, and never a value', () => {
    const attempt = () => readConfiguration({ PORT: 'secret1', DATABASE_URL: 'secret2', LOG_LEVEL: 'secret3' });
    expect(attempt).toThrow(
      'PORT must be an integer from 1 to 65535; DATABASE_URL must be a postgres:// or postgresql:// URL; ' +
        'LOG_LEVEL must be error, warn, info or debug',
    );
    expect(attempt).not.toThrow(/secret/);
  });
});
