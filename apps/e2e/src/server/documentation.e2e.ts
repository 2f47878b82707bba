import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('documents');
const { nobody } = world;

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
