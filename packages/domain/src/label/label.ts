import type { LabelId, OrganizationId, ProjectId } from '../identity/ids.js';
import type { Bounds } from '../shared/bounds.js';
import type { Brand } from '../shared/brand.js';
import type { Color } from '../shared/color.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { composed, fold, isCleanText, lengthOf, trim } from '../shared/text.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The length limits of a label's name as it is stored, in code points. */
export const LABEL_BOUNDS = { name: { least: 1, most: 100 } } as const satisfies Record<string, Bounds>;

/** The name of a label: trimmed, in NFC and lower case, each run of white space as one space. Unique in its Project, case-insensitively. */
export type LabelName = Brand<string, 'LabelName'>;

export const LabelName = {
  /** Converts to the stored form. Returns `undefined` when that is empty or too long, or when it cannot be stored. */
  parse(text: string): LabelName | undefined {
    const name = composed(composed(spaced(text)).toLowerCase());
    const length = lengthOf(name);
    const { least, most } = LABEL_BOUNDS.name;
    return length >= least && length <= most && isCleanText(name) ? (name as LabelName) : undefined;
  },

  /** Returns the form in which names are compared: two of the same form are the same name. The text can have any length. */
  fold(text: string): string {
    return fold(spaced(text));
  },
};

/** Trims, and makes each run of white space one space. */
function spaced(text: string): string {
  return trim(text).replace(/\p{White_Space}+/gu, ' ');
}

/**
 * The stored record of a label. The store ensures that names are unique in a Project.
 */
export interface LabelRecord {
  readonly id: LabelId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly name: LabelName;
  readonly color: Color;
  readonly createdAt: Date;
  /** Starts at 1; each real change adds 1. */
  readonly revision: number;
}

/** The members of a label that can be changed; an absent one stays. */
export type LabelChanges = { readonly [Member in 'name' | 'color']?: LabelRecord[Member] | undefined };

/** A label that is changed or deleted. Work Items and history refer to it by its id, so they show its present name and colour. */
export class Label {
  private constructor(
    private current: LabelRecord,
    /** The revision at loading. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /** Restores a stored label. Checks nothing. */
  static restore(record: LabelRecord): Label {
    assertKinds('Label.restore', record, { id: 'text', revision: 'number' });
    return new Label(record, record.revision);
  }

  /** The record to store. */
  get record(): LabelRecord {
    return this.current;
  }

  /** True when the label has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Changes the given members; equal values change nothing. */
  change(changes: LabelChanges): void {
    assertKinds('Label.change', changes, {});
    const { name = this.current.name, color = this.current.color } = changes;
    if (name === this.current.name && color === this.current.color) return;
    this.current = { ...this.current, name, color, revision: this.current.revision + 1 };
  }

  /** Throws `CONFLICT` when the label was ever on a Work Item: history names it, and history never changes. */
  assertCanBeDeleted(wasAttached: boolean): void {
    if (!wasAttached) return;
    throw new DomainError(
      'CONFLICT',
      `The label ${this.current.name} is or was on a Work Item, and history names it: it can be renamed, but not deleted.`,
    );
  }
}

/** The maximum number of labels on a Work Item and in a Project. */
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
