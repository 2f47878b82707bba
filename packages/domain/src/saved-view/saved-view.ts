import type { OrganizationId, ProjectId, SavedViewId, UserId } from '../identity/ids.js';
import { trimmedText, type Bounds } from '../shared/bounds.js';
import { DomainError, invalid } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { hasControls, trim } from '../shared/text.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The forms in which a view shows its Work Items. */
export const VIEW_LAYOUTS = ['list', 'table', 'board'] as const;

/** One of `VIEW_LAYOUTS`. */
export type ViewLayout = (typeof VIEW_LAYOUTS)[number];

/** The fields by which a view can group its Work Items. */
export const VIEW_GROUPINGS = [
  'status',
  'assignee',
  'priority',
  'type',
  'sprint',
  'parent',
  'label',
  'project',
] as const;

/** One of `VIEW_GROUPINGS`. */
export type ViewGrouping = (typeof VIEW_GROUPINGS)[number];

/** The columns that a view can show. */
export const VIEW_COLUMNS = [
  'key',
  'title',
  'type',
  'status',
  'priority',
  'assignee',
  'reporter',
  'sprint',
  'parent',
  'labels',
  'storyPoints',
  'dueDate',
  'project',
  'createdAt',
  'updatedAt',
] as const;

/** One of `VIEW_COLUMNS`. */
export type ViewColumn = (typeof VIEW_COLUMNS)[number];

/** The columns of a view that was saved without any. */
export const DEFAULT_VIEW_COLUMNS: readonly ViewColumn[] = ['key', 'title', 'status', 'priority', 'assignee'];

/** The length limits of the name of a view, in code points, after trimming. */
export const SAVED_VIEW_BOUNDS = { name: { least: 1, most: 100 } } as const satisfies Record<string, Bounds>;

/** The maximum numbers in an Organization: of the views of one owner, of all shared views, and of one user's pins. */
export const MOST_SAVED_VIEWS = { ofOwner: 200, shared: 500, pins: 20 } as const;

/** The members of a view that people choose. */
export interface SavedViewContent {
  readonly name: string;
  /** The Project that the view is about: whoever does not see it does not see the view. `null`: the whole Organization. */
  readonly projectId: ProjectId | null;
  /** A valid SqueakQL query, which has the order of the Work Items too. */
  readonly query: string;
  readonly layout: ViewLayout;
  /** `null`: one group. */
  readonly groupBy: ViewGrouping | null;
  /** One or more columns in the order of the page, each once. */
  readonly columns: readonly ViewColumn[];
  /** True when every member who sees the Project can read it; otherwise it exists for its owner only. */
  readonly shared: boolean;
}

/** The stored record of a view. Instants are UTC with millisecond precision. */
export interface SavedViewRecord extends SavedViewContent {
  readonly id: SavedViewId;
  readonly organizationId: OrganizationId;
  /** `null` when the account of the owner was removed. Such a view is always shared. */
  readonly ownerId: UserId | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The facts of a new view. */
export type NewSavedView = SavedViewContent &
  Pick<SavedViewRecord, 'id' | 'organizationId'> & { readonly ownerId: UserId };

/** The members to change. An absent member stays. */
export type SavedViewChanges = {
  readonly [Member in keyof SavedViewContent]?: SavedViewContent[Member] | undefined;
};

/** The facts that decide if a view can be saved or shared. Counts that stop at `MOST_SAVED_VIEWS` are enough. */
export interface SavedViewFacts {
  /** The number of views that the owner has in the Organization. */
  readonly ofOwner: number;
  /** The number of shared views of the Organization. */
  readonly shared: number;
}

/** A query on Work Items under a name, with the form in which its result is shown. It holds no result: the query runs at reading. */
export class SavedView {
  private constructor(
    private current: SavedViewRecord,
    /** The revision at loading, `0` for a new view. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /**
   * Creates a view with revision 1; the caller has checked the grammar of the query. Throws `VALIDATION_ERROR` on `name` or `columns`, and
   * `LIMIT_REACHED` when the owner has `MOST_SAVED_VIEWS.ofOwner` views, or when it is to be shared and the Organization has
   * `MOST_SAVED_VIEWS.shared`.
   */
  static create(saved: NewSavedView, facts: SavedViewFacts, now: Date): SavedView {
    const call = 'SavedView.create';
    assertKinds(call, saved, { id: 'text', organizationId: 'text', projectId: 'text?', ownerId: 'text' });
    assertKinds(call, saved, { query: 'text', layout: VIEW_LAYOUTS, groupBy: 'text?', columns: 'list' });
    assertKinds(call, saved, { shared: 'boolean' });
    assertKinds(call, { facts, now }, { facts: 'object', now: 'instant' });
    const { id, organizationId, ownerId, name, projectId, query, layout, groupBy, columns, shared } = saved;
    if (facts.ofOwner >= MOST_SAVED_VIEWS.ofOwner) {
      throw new DomainError(
        'LIMIT_REACHED',
        `You have saved ${MOST_SAVED_VIEWS.ofOwner} views in this Organization: delete one of them first.`,
      );
    }
    if (shared) assertRoomToShare(facts);
    const content = { name: checkedName(name), projectId, query, layout, groupBy, columns: checked(columns), shared };
    const born = { ownerId, revision: 1, createdAt: now, updatedAt: now };
    return new SavedView({ id, organizationId, ...content, ...born }, 0);
  }

  /** Restores a stored view. Checks nothing. */
  static restore(record: SavedViewRecord): SavedView {
    assertKinds('SavedView.restore', record, { id: 'text', revision: 'number' });
    return new SavedView(record, record.revision);
  }

  /** The record to store. */
  get record(): SavedViewRecord {
    return this.current;
  }

  /** True when the view is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** True when the view is shared, or the user's own. The caller checks the right to its Project. */
  isVisibleTo(user: UserId): boolean {
    return this.current.shared || this.current.ownerId === user;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /**
   * Changes the given members; equal values change nothing. Throws `VALIDATION_ERROR` on `name` or `columns`, and `LIMIT_REACHED` when the
   * view is to be shared and the Organization has `MOST_SAVED_VIEWS.shared`.
   */
  change(changes: SavedViewChanges, facts: SavedViewFacts, now: Date): void {
    const given = { changes, facts, now };
    assertKinds('SavedView.change', given, { changes: 'object', facts: 'object', now: 'instant' });
    const { name, projectId, query, layout, groupBy, columns, shared } = this.current;
    const next: SavedViewContent = {
      // A name that stays is not checked again: it can be older than a rule about names.
      name: changes.name === undefined || trim(changes.name) === name ? name : checkedName(changes.name),
      projectId: changes.projectId === undefined ? projectId : changes.projectId,
      query: changes.query ?? query,
      layout: changes.layout ?? layout,
      groupBy: changes.groupBy === undefined ? groupBy : changes.groupBy,
      columns: changes.columns === undefined ? columns : checked(changes.columns),
      shared: changes.shared ?? shared,
    };
    if (next.shared && !shared) assertRoomToShare(facts);
    const isEqual =
      next.name === name &&
      next.projectId === projectId &&
      next.query === query &&
      next.layout === layout &&
      next.groupBy === groupBy &&
      next.columns.join() === columns.join() &&
      next.shared === shared;
    if (isEqual) return;
    this.current = { ...this.current, ...next, updatedAt: now, revision: this.current.revision + 1 };
  }
}

/** Throws `LIMIT_REACHED` when a user with this number of pins in the Organization cannot pin another view. */
export function assertRoomForViewPin(pins: number): void {
  if (pins < MOST_SAVED_VIEWS.pins) return;
  throw new DomainError(
    'LIMIT_REACHED',
    `You have pinned ${MOST_SAVED_VIEWS.pins} views of this Organization: unpin one of them first.`,
  );
}

function assertRoomToShare({ shared }: SavedViewFacts): void {
  if (shared < MOST_SAVED_VIEWS.shared) return;
  throw new DomainError(
    'LIMIT_REACHED',
    `The Organization has ${MOST_SAVED_VIEWS.shared} shared views, and no more are possible.`,
  );
}

function checkedName(name: string): string {
  const text = trimmedText('name', name, SAVED_VIEW_BOUNDS.name);
  if (hasControls(text)) invalid('name', 'must hold no control character');
  return text;
}

function checked(columns: readonly ViewColumn[]): readonly ViewColumn[] {
  if (columns.length === 0) invalid('columns', 'must name at least one column');
  if (new Set(columns).size < columns.length) invalid('columns', 'must name each column once');
  return [...columns];
}
