import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.js';

type Folder = 'blobs' | 'staging' | 'trash';

/** The folders in which a server stores attachments, read and changed past the server. */
export class BlobFolders {
  constructor(private readonly dataDir: string) {}

  /** The names of complete blobs, in order. */
  async complete(): Promise<string[]> {
    return (await readdir(this.folder('blobs'))).sort();
  }

  /** The names of the blobs in the trash, in order: the sweep moved them there and can restore them. */
  async trashed(): Promise<string[]> {
    return (await readdir(this.folder('trash'))).sort();
  }

  async move(name: string, from: Folder, to: Folder): Promise<void> {
    await rename(path.join(this.folder(from), name), path.join(this.folder(to), name));
  }

  /** Removes everything that lies in a folder. */
  async remove(folder: Folder): Promise<void> {
    await rm(this.folder(folder), { recursive: true });
    await mkdir(this.folder(folder));
  }

  staged(): Promise<string[]> {
    return readdir(this.folder('staging'));
  }

  /** Waits until no upload is being written. */
  async untilNothingIsStaged(): Promise<void> {
    await eventually('an empty staging folder', async () => ((await this.staged()).length === 0 ? true : undefined));
  }

  /** Waits until an upload is staged that does not grow: its client sends no more. Those of other clients come and go. */
  async untilAnUploadStands(): Promise<void> {
    let before = new Set<string>();
    await eventually('an upload that stands', async () => {
      const now = new Set<string>();
      for (const name of await this.staged()) {
        const found = await stat(path.join(this.folder('staging'), name)).catch(() => undefined);
        if (found && found.size > 0) now.add(`${name} ${found.size}`);
      }
      const stands = [...now].some((one) => before.has(one));
      before = now;
      return stands ? true : undefined;
    });
  }

  /** Writes a file into a folder, last modified that many minutes ago. */
  async put(folder: Folder, name: string, minutes: number): Promise<void> {
    await writeFile(path.join(this.folder(folder), name), 'left behind');
    await this.age(folder, name, minutes);
  }

  /** Sets the modification time of a file to that many minutes ago. */
  async age(folder: Folder, name: string, minutes: number): Promise<void> {
    const then = new Date(Date.now() - minutes * 60_000);
    await utimes(path.join(this.folder(folder), name), then, then);
  }

  private folder(name: Folder): string {
    return path.join(this.dataDir, 'attachments', name);
  }
}
