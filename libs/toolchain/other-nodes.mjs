// Other releases of Node with which the deep tier starts what ships: from npm, whose packages hold the program.
import { createRequire } from 'node:module';
import path from 'node:path';
import { npm } from './installation.mjs';

/** The releases that are tried: the oldest that is supported, and that of the image. */
const RELEASES = ['20.19.0', '24.18.0'];

/**
 * Installs those below `folder` whose major version is not that of this process.
 * @returns the paths of their programs
 * @throws Error with the reason when one cannot be installed
 */
export async function installOtherNodes(folder) {
  const others = RELEASES.filter((release) => release.split('.')[0] !== process.versions.node.split('.')[0]);
  const programs = [];
  for (const release of others) {
    const name = `node-${process.platform}-${process.arch}`;
    const place = path.join(folder, `node-${release}`);
    const options = ['--prefix', place, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    const { code } = await npm(folder, ['install', ...options, `${name}@${release}`]);
    if (code !== 0) throw new Error(`npm install ${name}@${release} ended with ${code}`);
    programs.push(createRequire(path.join(place, 'index.js')).resolve(`${name}/bin/node`));
  }
  return programs;
}
