// Finds the Chromium of the browser tests, and installs one on Linux x64, apart from the packages of the workspace: only tests need
// it. As a program, it prints what it found, for suites that are run by hand.
import { copyFileSync, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { exclusively } from './exclusive.mjs';
import { cacheOptions, npm } from './installation.mjs';
import { isThere } from './programs.cjs';
import { MEMORY, readJson, ROOT } from './workspace.mjs';

/** The package with the browser: a manifest and a lock file of their own. */
const PACKAGE = path.join(ROOT, 'libs', 'toolchain', 'browser');
const VERSION = readJson(path.join(PACKAGE, 'package.json')).dependencies['@sparticuz/chromium'];

/** Browsers that can be installed: names on the PATH, and paths of macOS. */
const INSTALLED = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  ...['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
];

/** The fonts of the package only: pages look the same on every machine. The path is relative, so that the folder may be moved. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/**
 * Returns the path of a browser and the environment variables that it needs, or undefined when this machine has none:
 * `WORKTRACK_CHROMIUM`, else the unpacked one of the package, else an installed one. Throws when `WORKTRACK_CHROMIUM` names no program.
 * @param memory folder in which the browser of the package is unpacked
 */
export async function findBrowser({ env = process.env, memory = MEMORY, hasBuild = isLinuxOfThePackage() } = {}) {
  const wanted = env.WORKTRACK_CHROMIUM;
  if (wanted) {
    if (!isThere(path.resolve(wanted))) throw new Error(`WORKTRACK_CHROMIUM names no program: ${wanted}`);
    return { executablePath: path.resolve(wanted), env: {} };
  }
  const ours = hasBuild ? await unpackedIn(memory, env) : undefined;
  if (ours !== undefined) return ours;
  const executablePath = installedOn(env.PATH ?? '');
  return executablePath && { executablePath, env: {} };
}

/** True where the package's build runs: Linux x64 with glibc. */
function isLinuxOfThePackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

function installedOn(searchPath) {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  // A folder before an absolute path leaves it as it is.
  return INSTALLED.flatMap((name) => folders.map((folder) => path.resolve(folder, name))).find(isThere);
}

/** Returns the browser of the package; the first call installs it. Returns undefined when that fails. */
async function unpackedIn(memory, env) {
  const folder = path.join(memory, `chromium-${VERSION}`);
  if (!existsSync(folder)) {
    mkdirSync(memory, { recursive: true });
    const installs = () => (existsSync(folder) ? true : installInto(folder, env));
    await exclusively(path.join(memory, 'chromium.lock'), 'An installation of Chromium', installs).catch((error) => {
      process.stderr.write(`Chromium was not installed: ${error.message}\n`);
    });
    if (!existsSync(folder)) return undefined;
  }
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

/** Downloads and unpacks beside `folder`, and renames at the end: a folder of that name is always complete. */
async function installInto(folder, env) {
  const { dir, base } = path.parse(`${folder}.begun`);
  for (const name of readdirSync(dir).filter((one) => one.startsWith(base))) {
    rmSync(path.join(dir, name), { recursive: true, force: true }); // of an installation that was interrupted
  }
  const begun = path.join(dir, `${base}-${process.pid}`);
  const [download, unpacked] = [path.join(begun, 'package'), path.join(begun, 'unpacked')];
  try {
    for (const one of [download, unpacked]) mkdirSync(one, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(path.join(PACKAGE, name), path.join(download, name));
    }
    process.stderr.write(`Installing Chromium ${VERSION} for the browser tests …\n`);
    const code = await npm(download, [
      'ci',
      ...['--prefix', download],
      ...cacheOptions(path.join(begun, 'cache'), env),
      ...['--ignore-scripts', '--no-audit', '--no-fund'],
    ]);
    if (code !== 0) throw new Error(`npm ci ended with ${code}.`);
    await unpack(download, unpacked);
    renameSync(unpacked, folder);
  } finally {
    rmSync(begun, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Unpacks what was downloaded, by the reader of archives that the package brings. */
async function unpack(download, folder) {
  const { extract } = createRequire(path.join(download, 'index.js'))('tar-fs');
  const packed = path.join(download, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const unpackTo = (name, target) =>
    pipeline(createReadStream(path.join(packed, `${name}.br`)), createBrotliDecompress(), target);
  await unpackTo('chromium', createWriteStream(path.join(folder, 'chromium'), { mode: 0o755 }));
  await unpackTo('al2023.tar', extract(path.join(folder, 'al2023')));
  await unpackTo('fonts.tar', extract(folder));
  // After the archive, which has a file of this name with the paths of another machine.
  writeFileSync(path.join(folder, 'fonts.conf'), FONTS);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  void findBrowser().then((found) => {
    if (!found) throw new Error('This machine has no Chromium: set WORKTRACK_CHROMIUM to the path of one.');
    process.stdout.write(JSON.stringify(found));
  });
}
