import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { givenProject } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('documents');
const { nobody, owner } = world;

const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=\]\(|\/api\/docs\/)[a-z0-9-]+\.md(?=[)"])/g)].map(([name]) => name);

describe('The documentation at /api/docs', () => {
  it('is a page that anybody may read, without a redirect', async () => {
    const { status, headers, text } = await nobody.get('/api/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    expect(text).toContain('<');
  });

  it('brings everything it shows from this server', async () => {
    const { text } = await nobody.get('/api/docs');
    const references = [...text.matchAll(/(?:src|href)\s*=\s*["']([^"'#]+)["']/g)].map(([, reference]) => reference!);
    expect(references.length).toBeGreaterThan(1);
    for (const reference of references.filter((one) => !one.startsWith('data:'))) {
      const url = new URL(reference, `${world.baseUrl}/api/docs`);
      expect(url.origin).toBe(world.baseUrl);
      const asset = await nobody.get(url.pathname + url.search);
      expect({ reference, status: asset.status }).toEqual({ reference, status: 200 });
      expect(asset.text).not.toBe('');
    }
    expect(text).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)[^"']*\.(?:js|css|png)/);
  });

  it('reads the document that the server publishes', async () => {
    const { text } = await nobody.get('/api/docs');
    const scripts = [...text.matchAll(/src\s*=\s*["']([^"']+)["']/g)].map(([, reference]) => reference!);
    const sources = await Promise.all(
      scripts.map(async (script) => {
        const url = new URL(script, `${world.baseUrl}/api/docs`);
        return (await nobody.get(url.pathname + url.search)).text;
      }),
    );
    expect([text, ...sources].some((source) => source.includes('/api/v1/openapi.json'))).toBe(true);
    // The guides are in the files of the page.
    for (const words of [
      'Send `nextCursor` as `cursor`',
      'SqueakQL is the query language',
      '### 1.6 Order of checks',
    ]) {
      expect(sources.filter((source) => source.includes(words))).toHaveLength(1);
    }
  });

  it('has its guides as text, which openapi.json and the page without scripts name', async () => {
    const { body } = await nobody.get('/api/v1/openapi.json');
    const named = namesIn((body as { info: { description: string } }).info.description);
    expect(namesIn((await nobody.get('/api/docs')).text).sort()).toEqual([...named].sort());
    expect(named).toContain('import-and-mirror.md');
    const texts = new Map<string, string>();
    for (const open = [...named]; open.length > 0;) {
      const name = open.pop()!;
      if (texts.has(name)) continue;
      const { status, headers, text } = await nobody.get(`/api/docs/${name}`);
      expect({ name, status, type: headers['content-type'] }).toEqual({
        name,
        status: 200,
        type: 'text/plain; charset=utf-8',
      });
      texts.set(name, text);
      open.push(...namesIn(text));
    }
    // Those that others lead to are among them.
    expect(texts.get('velocity.md')).toContain('# Velocity');
    expect(texts.get('worktrack-api-v1-wire-contract.md')).toContain('### 1.6 Order of checks');
  });

  it('leads nowhere with a slash or an unknown asset', async () => {
    for (const path of [
      '/api/docs/',
      '/api/docs/nothing.js',
      '/api/docs/../../package.json',
      '/api/docs/%2e%2e%2fpackage.json',
    ]) {
      expectRefusal(await nobody.get(path), 'NOT_FOUND');
    }
  });
});

describe('The program of the guide "Import and mirror"', () => {
  const guide = readFileSync(path.resolve(__dirname, '../../../../docs/api/import-and-mirror.md'), 'utf8');
  const [, program = ''] = /^```js\n([^]*?)^```$/m.exec(guide) ?? [];
  let projectKey: string;

  /** Runs the program, and returns what it prints. */
  async function mirrored(...issues: readonly object[]): Promise<string> {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      env: { API: world.baseUrl + world.org(), TOKEN: world.token('owner').token, PROJECT: projectKey },
    });
    run.child.stdin?.end(JSON.stringify(issues));
    return (await run).stdout;
  }

  beforeAll(async () => {
    projectKey = (await givenProject(owner, world.org())).key;
  });

  it('creates each issue once, changes what differs, and leaves archived copies alone', async () => {
    const [first, tenth] = [
      { id: '1', title: ' One ', text: 'The first.' },
      { id: '10', title: 'Ten', text: '' },
    ];
    expect(await mirrored(first, tenth)).toBe(`1: created ${projectKey}-1\n10: created ${projectKey}-2\n`);
    const kept = world.item(`${projectKey}-1`);
    expect((await owner.post(`${kept}/archive`, {}, { ifMatch: '*' })).status).toBe(200);
    expect(await mirrored(first, tenth)).toBe('');
    expect(await mirrored({ ...first, title: 'Uno' }, { ...tenth, title: 'Tien' })).toBe(
      `10: changed ${projectKey}-2\n`,
    );
    expect((await owner.get(kept)).body).toMatchObject({ title: 'One', revision: 2 });
  });
});
