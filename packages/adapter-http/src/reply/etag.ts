/** A kind of resource with a revision, by the prefix of its entity tag. */
export type TaggedResource = 'wi' | 'project' | 'sprint' | 'saved' | 'view' | 'webhook' | 'label' | 'org';

/** A strong entity tag: the prefix of the resource, and its revision. */
export function etagOf(resource: TaggedResource, revision: number): string {
  return `"${resource}-${revision}"`;
}

/** The pattern of an `If-Match` (contract §1.4). */
export function ifMatchPattern(resource: TaggedResource): string {
  return `^(?:\\*|"${resource}-[1-9][0-9]*")$`;
}

/** The revision of a tag that matches the pattern. A number beyond every revision becomes the largest safe integer. */
export function revisionOf(resource: TaggedResource, tag: string): number {
  return Math.min(Number(tag.slice(resource.length + 2, -1)), Number.MAX_SAFE_INTEGER);
}
