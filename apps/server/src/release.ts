import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifest = JSON.parse(readFileSync(path.join(__dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};

/** The version of this program. */
export const RELEASE = manifest.version;
