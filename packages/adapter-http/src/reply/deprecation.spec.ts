import { Controller, Get, type Type } from '@nestjs/common';
import { createApi, type Api } from '../server.js';
import { TOKEN, fakePorts } from '../../test/fake-ports.js';
import { Organization } from '../organization/organization.responses.js';
import type { Deprecation } from './deprecation.js';
import { Operation } from '../run/operation.js';

/** Builds a controller with one operation, which is deprecated or not. */
function controllerWith(deprecation?: Deprecation): Type {
  @Controller('api/v1/organizations/:organizationSlug/old')
  class Old {
    @Get()
    @Operation({
      id: 'getOld',
      summary: 'How it was done before.',
      scope: 'organization:read',
      role: null,
      responses: { status: 200, with: Organization },
      ...(deprecation && { deprecation }),
    })
    old() {
      return {};
    }
  }
  return Old;
}

const build = (deprecation?: Deprecation): Promise<Api> =>
  createApi({
    ports: { ...fakePorts(), controllers: [controllerWith(deprecation)] },
    baseUrl: 'http://localhost:3000',
    trustProxy: false,
    attachmentMaxBytes: 1_000,
    log: { access: () => undefined, fault: () => undefined },
    logger: false,
  });

const GUIDE = 'https://track.example.org/instead-of-old';
const DEPRECATION: Deprecation = {
  since: new Date('2026-09-01T00:00:00.999Z'),
  sunset: new Date('2027-03-01T12:30:05Z'),
  link: GUIDE,
};
// Written out from RFC 9745 and RFC 8594: seconds since 1970, and an HTTP-date.
const ANNOUNCED = {
  deprecation: '@1788220800',
  sunset: 'Mon, 01 Mar 2027 12:30:05 GMT',
  link: `<${GUIDE}>; rel="deprecation"; type="text/html"`,
};
const NOTHING = { deprecation: null, sunset: null, link: null };

type HeaderSchemas = Readonly<Record<string, { readonly schema: object }>>;
interface Documented {
  deprecated?: boolean;
  responses: Record<
    string,
    { headers: Record<string, { readonly schema?: object }>; readonly $ref?: string; readonly description?: string }
  >;
}
interface Document {
  readonly paths: Record<string, Record<string, Documented>>;
  readonly components: { readonly responses: Record<string, unknown> };
}

const PATH = '/api/v1/organizations/{organizationSlug}/old';
const documentOf = ({ document }: Api): Document => JSON.parse(document) as Document;

describe('A deprecated operation', () => {
  let flipped: Api;
  let plain: Api;
  const at = new Map<Api, string>();

  beforeAll(async () => {
    [flipped, plain] = await Promise.all([build(DEPRECATION), build()]);
    for (const api of [flipped, plain]) at.set(api, `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`);
  });

  afterAll(() => Promise.all([flipped.drain(100), plain.drain(100)]));

  async function ask(api: Api, path: string, { method = 'GET', token = TOKEN } = {}) {
    const answer = await fetch(at.get(api)! + path, { method, headers: { authorization: `Bearer ${token}` } });
    const { status, headers } = answer;
    const body = (await answer.text()).replaceAll(String(headers.get('x-request-id')), '<request id>');
    const announced = {
      deprecation: headers.get('deprecation'),
      sunset: headers.get('sunset'),
      link: headers.get('link'),
    };
    const others = [...headers].filter(([name]) => !(name in announced) && !/^(x-request-id|date)$/.test(name));
    return { announced, rest: { status, body, others } };
  }

  it.each([
    ['its success', 200, '/api/v1/organizations/acme/old', {}],
    ['HEAD', 200, '/api/v1/organizations/acme/old', { method: 'HEAD' }],
    ['a token that is refused', 401, '/api/v1/organizations/acme/old', { token: 'wtp_bad' }],
    ['a suspended Organization', 403, '/api/v1/organizations/frozen/old', {}],
    ['an Organization that is not visible', 404, '/api/v1/organizations/other/old', {}],
    ['a query that is not known', 400, '/api/v1/organizations/acme/old?x=1', {}],
  ])('says so on %s, and changes nothing else of it', async (_what, status, path, how) => {
    const after = await ask(flipped, path, how);
    const before = await ask(plain, path, how);
    expect(after.announced).toEqual(ANNOUNCED);
    expect(before.announced).toEqual(NOTHING);
    expect(after.rest).toEqual(before.rest);
    expect(after.rest.status).toBe(status);
  });

  it.each([
    ['another operation', 200, '/api/v1/me', {}],
    ['a method that its path does not have', 405, '/api/v1/organizations/acme/old', { method: 'PUT' }],
    ['OPTIONS', 204, '/api/v1/organizations/acme/old', { method: 'OPTIONS' }],
    ['an unknown path', 404, '/api/v1/organizations/acme/old/', {}],
  ])('says nothing on %s', async (_what, status, path, how) => {
    const { announced, rest } = await ask(flipped, path, how);
    expect(announced).toEqual(NOTHING);
    expect(rest.status).toBe(status);
  });

  it('is the one that OpenAPI calls deprecated, with the same values on every answer', () => {
    const document = documentOf(flipped);
    const deprecated = Object.entries(document.paths).filter(([, item]) =>
      Object.values(item).some((operation) => operation.deprecated !== undefined),
    );
    expect(deprecated.map(([path]) => path)).toEqual([PATH]);
    const { deprecated: flag, responses } = document.paths[PATH]!.get!;
    expect(flag).toBe(true);
    expect(Object.keys(responses).sort()).toEqual(['200', '400', '401', '403', '404', '429', '500']);
    for (const { headers } of Object.values(responses) as { headers: HeaderSchemas }[]) {
      expect(headers.Deprecation?.schema).toEqual({ type: 'string', const: ANNOUNCED.deprecation });
      expect(headers.Sunset?.schema).toEqual({ type: 'string', const: ANNOUNCED.sunset });
      expect(headers.Link?.schema).toEqual({ type: 'string', const: ANNOUNCED.link });
    }
  });

  it('differs in OpenAPI by nothing else', () => {
    const document = documentOf(flipped);
    const operation = document.paths[PATH]!.get!;
    delete operation.deprecated;
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      for (const name of ['Deprecation', 'Sunset', 'Link']) Reflect.deleteProperty(headers, name);
      const shared = `Error${status}`;
      if (!(shared in document.components.responses)) continue;
      // The shared response describes every code of its status, this one those of the operation.
      const { description: _, ...response } = operation.responses[status]!;
      expect(document.components.responses[shared]).toMatchObject(response);
      operation.responses[status] = { $ref: `#/components/responses/${shared}` } as Documented['responses'][string];
    }
    expect(document).toEqual(documentOf(plain));
  });
});

describe('A deprecation', () => {
  it('needs no end, nor a page about it', async () => {
    const api = await build({ since: DEPRECATION.since });
    const base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
    const { headers } = await fetch(`${base}/api/v1/organizations/acme/old`);
    await api.drain(100);
    const announced = ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
    expect(announced).toEqual([ANNOUNCED.deprecation, null, null]);
  });

  it('may end when it begins', async () => {
    await (await build({ since: DEPRECATION.since, sunset: DEPRECATION.since })).drain(100);
  });

  it.each([
    [
      'an end before its beginning',
      { since: new Date('2026-09-01T00:00:00Z'), sunset: new Date('2026-08-31T00:00:00Z') },
    ],
    ['a beginning that is no date', { since: new Date('soon') }],
    ['an end that is no date', { since: DEPRECATION.since, sunset: new Date('later') }],
  ])('with %s does not boot', async (_what, deprecation) => {
    await expect(build(deprecation)).rejects.toThrow('/old needs a date of its deprecation, and no sunset before it.');
  });
});
