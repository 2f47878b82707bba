// `node bundle-sizes.mjs FOLDER PACKAGE` bundles each export of an installed package alone, as a page would, and prints its bytes after gzip as
// JSON by its name. A program of its own: the bundler is a module that jest cannot load.
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const [folder, name] = process.argv.slice(2);
const names = Object.keys(createRequire(path.join(folder, 'index.js'))(name));
const sizes = {};
for (const exported of names) {
  const entry = path.join(folder, 'entry.js');
  const bundle = await rolldown({
    input: entry,
    cwd: folder,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { ${exported} } from '${name}';` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  sizes[exported] = output.reduce((sum, { code = '' }) => sum + gzipSync(code).length, 0);
  await bundle.close();
}
process.stdout.write(JSON.stringify(sizes));
