import { Injectable } from '@nestjs/common';
import { ReleaseFiles, RequestWork } from '@worktrack/application';
import { ONE_MINUTE, ONE_SECOND } from '@worktrack/domain';
import { HASHED_NAME, type WebFile } from './web-application.js';

/** The most files in memory. */
const MOST_IN_MEMORY = 200;

/**
 * The files of other releases than this server's, which the database keeps. A request for a name that is not kept costs no read of its own:
 * the list of all names is read at most once a second, and a file at most once a minute unless very many are asked for.
 */
@Injectable()
export class EarlierFiles {
  private names: ReadonlySet<string> = new Set();
  private listing = Promise.resolve();
  private listedAt = -Infinity;
  private readonly inMemory = new Map<string, Promise<WebFile | undefined>>();
  private inMemorySince = -Infinity;

  constructor(private readonly files: ReleaseFiles) {}

  /** Returns the file of this name in the folder of assets; `undefined` when no release of the last day had one. */
  async find(name: string): Promise<WebFile | undefined> {
    if (!HASHED_NAME.test(name)) return undefined;
    if (!this.names.has(name)) await this.list();
    return this.names.has(name) ? this.read(name) : undefined;
  }

  private list(): Promise<void> {
    const now = performance.now();
    if (now - this.listedAt >= ONE_SECOND) {
      this.listedAt = now;
      // Others wait for it too: it does not end with the request that began it.
      this.listing = RequestWork.apart(async () => {
        this.names = new Set(await this.files.names());
      });
    }
    return this.listing;
  }

  private read(name: string): Promise<WebFile | undefined> {
    const now = performance.now();
    if (now - this.inMemorySince >= ONE_MINUTE || this.inMemory.size >= MOST_IN_MEMORY) {
      this.inMemorySince = now;
      this.inMemory.clear();
    }
    const reading = this.inMemory.get(name) ?? RequestWork.apart(() => this.files.read(name));
    this.inMemory.set(name, reading);
    // A failure is not kept.
    reading.catch(() => this.inMemory.delete(name));
    return reading;
  }
}
