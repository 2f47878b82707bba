const LONGEST = 60;

/** The name of a branch for a Work Item: `web-3-paint-the-door`. */
export function branchNameOf(key: string, title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `${key.toLowerCase()}-${words}`.replace(/-+/g, '-').slice(0, LONGEST).replace(/-$/, '');
}
