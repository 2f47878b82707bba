/** The relations of one Work Item to another, in canonical order. */
export const LINK_RELATIONS = ['blocks', 'blocked_by', 'relates'] as const;

/** One of `LINK_RELATIONS`, seen from one of the two Work Items. */
export type LinkRelation = (typeof LINK_RELATIONS)[number];

const OTHER_SIDE: Readonly<Record<LinkRelation, LinkRelation>> = {
  blocks: 'blocked_by',
  blocked_by: 'blocks',
  relates: 'relates',
};

/** Returns the relation seen from the other Work Item of the link. */
export function seenFromOtherSide(relation: LinkRelation): LinkRelation {
  return OTHER_SIDE[relation];
}
