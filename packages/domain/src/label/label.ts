import type { LabelId, OrganizationId, ProjectId } from '../identity/ids.js';
import type { Bounds } from '../shared/bounds.js';
import type { Brand } from '../shared/brand.js';
import type { Color } from '../shared/color.js';
import { DomainError } from '../shared/refusal.js';
import { fold, isCleanText, lengthOf, trim } from '../shared/text.js';

/** How long a label's name may be, in code points: trimmed, and before it is lower-cased (contract §1.2.4). */
export const LABEL_BOUNDS = { name: { least: 1, most: 100 } } as const satisfies Record<string, Bounds>;

/** What a label is called: trimmed, in lower case, unique in its Project. */
export type LabelName = Brand<string, 'LabelName'>;

export const LabelName = {
  /** Trims and lower-cases; `undefined` when nothing is left, too much is, or the text cannot be stored. */
  parse(text: string): LabelName | undefined {
    const name = trim(text);
    const length = lengthOf(name);
    const { least, most } = LABEL_BOUNDS.name;
    return length >= least && length <= most && isCleanText(name) ? (fold(name) as LabelName) : undefined;
  },
};

/**
 * A label as it is stored. It never changes and is never deleted, so it has no revision. That no other label of the Project has
 * its name is for the store to see.
 */
export interface LabelRecord {
  readonly id: LabelId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly name: LabelName;
  readonly color: Color;
  readonly createdAt: Date;
}

/** How many labels a Work Item and a Project may have (contract §2.4, Bounds). */
export const MOST_LABELS = { onWorkItem: 100, inProject: 2_000 } as const;

/** Facts on which the attachment of a label to a Work Item, or its detachment, depends. */
export interface LabelFacts {
  readonly id: LabelId;
  /** The Work Item has this label. */
  readonly attached: boolean;
  /** The number of labels that the Work Item has; a count that stops at `MOST_LABELS.onWorkItem` is enough. */
  readonly labelsOnItem: number;
}

/**
 * Throws `CONFLICT` when a Project with this many labels can take no further one. A count that stops at `MOST_LABELS.inProject` is
 * enough.
 */
export function assertRoomForLabel(labelsInProject: number): void {
  if (labelsInProject >= MOST_LABELS.inProject) {
    throw new DomainError(
      'CONFLICT',
      `The Project has ${MOST_LABELS.inProject} labels or more, and no more are possible.`,
    );
  }
}
