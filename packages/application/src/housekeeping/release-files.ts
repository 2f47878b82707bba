/** A file of the application for browsers, as it is sent. Its name in the folder of assets has the hash of its content. */
export interface ReleaseFile {
  readonly name: string;
  /** The value of `Content-Type`. */
  readonly type: string;
  readonly bytes: Buffer;
  /** The forms that were compressed when it was built. */
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

/** The most files that are kept, of all releases together: more than twenty releases of which every file differs. */
export const MOST_RELEASE_FILES = 2_000;

/** Hours for which a file is kept after a server has last offered it. Servers offer theirs every hour: a day is left after the last one has stopped. */
export const RELEASE_FILE_HOURS = 25;

/** Keeps the files of earlier and later releases: a page that was open before a deployment loads them from any server. */
export abstract class ReleaseFiles {
  /** Keeps the files of a release that is served now for another day. Returns the number of those for which there was no room. */
  abstract offer(files: readonly ReleaseFile[]): Promise<number>;
  /** Lists the names of all files that are kept. */
  abstract names(): Promise<readonly string[]>;
  abstract read(name: string): Promise<ReleaseFile | undefined>;
}
