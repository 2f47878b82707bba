import { chownSync, mkdtempSync } from 'node:fs';
import path from 'node:path';

/** The user without rights. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** Options for a child process whose program refuses to run as root: another user, where this one is root. */
export const ordinaryUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Makes an empty folder of the ordinary user. It is not in the folder of the run, which that user may not enter. The caller removes it. */
export function folderOfOrdinaryUser(name: string): string {
  const folder = mkdtempSync(path.join('/tmp', `worktrack-${name}-`));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  return folder;
}
