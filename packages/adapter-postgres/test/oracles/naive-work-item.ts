import type { WorkItemId, WorkItemStatus } from '@worktrack/domain';

/** A row of history as stored in its table. */
export interface Recorded {
  readonly item: WorkItemId;
  readonly number: number;
  readonly key: string;
  readonly at: Date;
  readonly action: string;
  readonly detail: unknown;
}

/** The state of a Work Item at some instant. */
export interface Standing {
  readonly exists: boolean;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
  readonly sprint: string | null;
}

/** One stay of a Work Item in a Sprint, from entering to leaving it. */
export interface Stay {
  readonly entered: Date;
  readonly standing: Standing;
  readonly left?: { readonly at: Date; readonly standing: Standing; readonly to: string | null };
}

/** The state of an item before its creation. */
const NOTHING_YET: Standing = { exists: false, title: '', status: 'backlog', storyPoints: null, sprint: null };

const CHANGED: Readonly<Record<string, keyof Standing>> = {
  title_changed: 'title',
  status_changed: 'status',
  story_points_changed: 'storyPoints',
  sprint_changed: 'sprint',
};

/** A Work Item with its whole history. Each method reads the whole history again. */
export class NaiveWorkItem {
  readonly id: WorkItemId;
  readonly number: number;
  readonly key: string;

  constructor(
    first: Recorded,
    private readonly past: readonly Recorded[],
  ) {
    ({ id: this.id, number: this.number, key: this.key } = { ...first, id: first.item });
  }

  /** Returns the state at an instant, by applying all changes up to it. */
  at(instant: Date): Standing {
    let standing = NOTHING_YET;
    for (const { at, action, detail } of this.past) {
      if (at > instant) break;
      if (action === 'created') standing = { ...(detail as { initial: Standing }).initial, exists: true };
      if (action === 'work_item_deleted') standing = { ...standing, exists: false };
      if (action === 'work_item_restored') standing = { ...standing, exists: true };
      const member = CHANGED[action];
      if (member) standing = { ...standing, [member]: (detail as { to: unknown }).to };
    }
    return standing;
  }

  isIn(sprint: string, instant: Date): boolean {
    const standing = this.at(instant);
    return standing.exists && standing.sprint === sprint;
  }

  /** Lists the stays in a Sprint. All changes of one request count as one. */
  stays(sprint: string): readonly Stay[] {
    const stays: Stay[] = [];
    let before = NOTHING_YET;
    for (const time of new Set(this.past.map(({ at }) => at.getTime()))) {
      const at = new Date(time);
      const after = this.at(at);
      const was = before.exists && before.sprint === sprint;
      const is = after.exists && after.sprint === sprint;
      if (!was && is) stays.push({ entered: at, standing: after });
      const open = stays.at(-1);
      if (was && !is && open) {
        stays[stays.length - 1] = { ...open, left: { at, standing: after.exists ? after : before, to: after.sprint } };
      }
      before = after;
    }
    return stays;
  }

  lastEntryToDone(until: Date): Date | undefined {
    let [status, entry]: [string, Date | undefined] = ['', undefined];
    for (const { at } of this.past) {
      if (at > until) break;
      const now = this.at(at).status;
      if (now === 'done' && status !== 'done') entry = at;
      status = now;
    }
    return entry;
  }
}
