import type { LabelId, OrganizationId, ProjectId } from '../identity/ids.js';
import type { Bounds } from '../shared/bounds.js';
import type { Brand } from '../shared/brand.js';
import type { Color } from '../shared/color.js';
import { DomainError } from '../shared/refusal.js';
import { fold, isCleanText, lengthOf, trim } from '../shared/text.js';

/** The length limits of a label's name, in code points, after trimming and before lower-casing (contract §1.2.4). */
export const LABEL_BOUNDS = { name: { least: 1, most: 100 } } as const satisfies Record<string, Bounds>;

/** The name of a label: trimmed, in lower case, unique in its Project. */
export type LabelName = Brand<string, 'LabelName'>;

export const LabelName = {
  /** Trims and lower-cases. Returns `undefined` when the trimmed text is empty or too long, or when it cannot be stored. */
  parse(text: string): LabelName | undefined {
    const name = trim(text);
    const length = lengthOf(name);
    const { least, most } = LABEL_BOUNDS.name;
    return length >= least && length <= most && isCleanText(name) ? (fold(name) as LabelName) : undefined;
  },
};

/**
 * The stored record of a label. It never changes and is never deleted, so it has no revision. The store ensures that names are unique in a
 * Project.
 */
export interface LabelRecord {
  readonly id: LabelId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly name: LabelName;
  readonly color: Color;
  readonly createdAt: Date;
}

/** The maximum number of labels on a Work Item and in a Project (contract §2.4, Bounds). */
export const MOST_LABELS = { onWorkItem: 100, inProject: 2_000 } as const;

/** The facts that decide whether a label can be attached to a Work Item or detached from it. */
export interface LabelFacts {
  readonly id: LabelId;
  /** True when the Work Item has this label. */
  readonly attached: boolean;
  /** The number of labels that the Work Item has; a count that stops at `MOST_LABELS.onWorkItem` is enough. */
  readonly labelsOnItem: number;
}

/**
 * Throws `CONFLICT` when a Project with this number of labels cannot take another one. A count that stops at `MOST_LABELS.inProject` is
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
