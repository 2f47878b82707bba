/** What one Work Item can be to another, in canonical order (contract §1.3). */
export const LINK_RELATIONS = ['blocks', 'blocked_by', 'relates'] as const;

/** One of `LINK_RELATIONS`, seen from one of the two. */
export type LinkRelation = (typeof LINK_RELATIONS)[number];

const OTHER_SIDE: Readonly<Record<LinkRelation, LinkRelation>> = {
  blocks: 'blocked_by',
  blocked_by: 'blocks',
  relates: 'relates',
};

/** What the other Work Item is to this one. */
export function seenFromOtherSide(relation: LinkRelation): LinkRelation {
  return OTHER_SIDE[relation];
}
