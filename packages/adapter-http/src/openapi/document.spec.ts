import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApi } from '../server.js';
import { fakePorts } from '../testing/fake-ports.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly required: boolean };
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly additionalProperties?: boolean }>> };
}

let document: Document;

beforeAll(async () => {
  const log = { access: () => undefined, fault: () => undefined };
  const baseUrl = 'https://track.example.org';
  const api = await createApi({
    ports: fakePorts(),
    baseUrl,
    trustProxy: false,
    attachmentMaxBytes: 1_000,
    log,
    logger: false,
  });
  document = JSON.parse(api.document) as Document;
  await api.drain(100);
});

const operations = (): Operation[] => Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** The names of all schemas that a part of the document refers to, directly or through another schema. */
function schemasIn(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    schemasIn(document.components.schemas[name], found);
  }
  return found;
}

// The operations themselves are compared with the contract by the black-box tests: contract/openapi.e2e.ts.
describe('openapi.json', () => {
  it('is valid OpenAPI 3.1', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const root = path.resolve(__dirname, '../..');
    const redocly = require.resolve('@redocly/cli/bin/cli.js');
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    try {
      execFileSync(process.execPath, [redocly, 'lint', file, '--config', path.join(root, 'redocly.yaml')], {
        env: environment,
        stdio: 'pipe',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what it is, and where', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Worktrack API', version: '1.0.0' },
      servers: [{ url: 'https://track.example.org' }],
      components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('lets a body be left out of a deletion only', () => {
    const optional = operations().filter(({ requestBody }) => requestBody?.required === false);
    expect(optional.map(({ operationId }) => operationId)).toEqual(['deleteWorkItem']);
  });

  it('closes request bodies and the minimal Organization, and nothing else', () => {
    const closed = Object.entries(document.components.schemas).filter(
      ([, schema]) => schema.additionalProperties === false,
    );
    const bodies = schemasIn(operations().map(({ requestBody }) => requestBody));
    expect(bodies.size).toBeGreaterThan(0);
    expect(closed.map(([name]) => name).sort()).toEqual([...bodies, 'OrganizationMinimal'].sort());
  });

  it('deprecates nothing', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(deprecated|Deprecation|Sunset)":/);
  });

  it('speaks no OpenAPI 3.0', () => {
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});
