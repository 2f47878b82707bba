import { execFileSync } from 'node:child_process';
import path from 'node:path';

const HOME = path.resolve(__dirname, '..');

describe('The package, packed', () => {
  it('brings what its front door needs, its README and nothing of the build but its outcome', () => {
    // The build has run already. This test may itself run under npm, so remove that npm's settings.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/i.test(name));
    const command = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const output = execFileSync('npm', command, { cwd: HOME, env: Object.fromEntries(inherited), encoding: 'utf8' });
    const [{ files } = { files: [] }] = JSON.parse(output) as { files: { path: string }[] }[];
    const names = files.map((file) => file.path);
    expect(names).toEqual(expect.arrayContaining(['README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']));
    const allowed = /^(package\.json|README\.md|dist\/[a-z-]+\.(?:js|js\.map|d\.ts))$/;
    expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  });
});
