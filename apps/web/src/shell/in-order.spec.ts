import { inOrder } from './in-order.js';

const sorted = (...paths: readonly string[]) => inOrder(paths.map((path) => ({ path }))).map(({ path }) => path);

describe('The order of the screens', () => {
  it('has a word before a parameter at the same place, wherever their folders stand', () => {
    const words = ['/o/:org/search', '/o/:org/items/:key', '/o/:org/:project/reports/saved/:id'];
    const parameters = ['/o/:org/:project', '/o/:org/:project/board', '/o/:org/:project/reports/:type/:page'];
    for (const paths of [
      [...words, ...parameters],
      [...parameters, ...words],
    ]) {
      const found = sorted(...paths);
      expect(found.indexOf('/o/:org/search')).toBeLessThan(found.indexOf('/o/:org/:project'));
      expect(found.indexOf('/o/:org/items/:key')).toBeLessThan(found.indexOf('/o/:org/:project/board'));
      expect(found.indexOf('/o/:org/:project/reports/saved/:id')).toBeLessThan(
        found.indexOf('/o/:org/:project/reports/:type/:page'),
      );
    }
  });

  it('refuses two screens of one path, whatever their parameters are called', () => {
    expect(() => sorted('/o/:org/:project', '/', '/o/:slug/:key')).toThrow('There are two screens with the path /o/:');
  });
});
