/** The release of the server that this page is of; empty where it is not known. */
let own = '';
let isStale = false;

export function beginRelease(version: string): void {
  own = version;
}

/** Notices the release of the server that has responded: another one means that a deployment has replaced the files of this page. */
export function noticeRelease({ headers }: Response): void {
  const release = headers.get('worktrack-release');
  if (own !== '' && release !== null) isStale = release !== own;
}

/** Returns true when the server has another release than this page. */
export const isOfEarlierRelease = (): boolean => isStale;
