import type { OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { assertKinds } from '../shared/wrong-use.js';
import type { WorkItem } from '../work-item/work-item.js';

/** The words by which a person changes the own watch of a Work Item, in canonical order. Source: the extension for watching. */
export const WATCH_ACTIONS = ['watch', 'unwatch', 'mute', 'unmute'] as const;

/** One of `WATCH_ACTIONS`. */
export type WatchAction = (typeof WATCH_ACTIONS)[number];

/** The stored wish of a person about a Work Item. Without one the watch follows from the part that the person takes. */
export interface WatchRecord {
  readonly organizationId: OrganizationId;
  readonly workItemId: WorkItemId;
  readonly userId: UserId;
  readonly projectId: ProjectId;
  /** True to watch, false to watch no more; `null` when the person said neither. */
  readonly wanted: boolean | null;
  /** The revision of the Work Item when `wanted` was said: an assignment after it begins the watch again. */
  readonly revision: number;
  /** The instant at which `wanted` was said. */
  readonly saidAt: Date;
  readonly muted: boolean;
}

/** The part that a person takes in a Work Item, as a member of its Organization. */
export interface WatchFacts extends Pick<WatchRecord, 'wanted' | 'muted'> {
  /** True when the Work Item is assigned to the person now. */
  readonly assigned: boolean;
  /** True when it was assigned to the person, after the last `unwatch` if there was one. */
  readonly wasAssigned: boolean;
  /** True when the person reported it, commented on it or was mentioned there. */
  readonly takesPart: boolean;
}

/** The watch of a Work Item by a person. */
export interface WatchState {
  readonly watched: boolean;
  /** True when the person asked for the watch. */
  readonly manualWatch: boolean;
  /** True when an assignment began the watch. */
  readonly assigneeOrigin: boolean;
  readonly muted: boolean;
  readonly assigned: boolean;
}

/**
 * Returns the wish of a person after an action; the same record when nothing changes. `unwatch` also ends the mute. The Work Item can be
 * archived, and does not change.
 * @param before the stored wish; `undefined` when there is none
 */
export function changedWatch(
  item: WorkItem,
  userId: UserId,
  before: WatchRecord | undefined,
  action: WatchAction,
  now: Date,
): WatchRecord {
  assertKinds('changedWatch: item', item, { record: 'object' });
  assertKinds('changedWatch', { userId, action, now }, { userId: 'text', action: WATCH_ACTIONS, now: 'instant' });
  const { organizationId, projectId, id: workItemId, revision } = item.record;
  const nothing = { wanted: null, revision, saidAt: now, muted: false };
  const from = before ?? { organizationId, workItemId, userId, projectId, ...nothing };
  const isMute = action === 'mute' || action === 'unmute';
  const wanted = isMute ? from.wanted : action === 'watch';
  const muted = isMute ? action === 'mute' : action === 'watch' && from.muted;
  // Said again after a change of the Work Item, `unwatch` ends the watch by an assignment in between, too.
  const isSaid = wanted !== from.wanted || (wanted === false && !isMute && revision !== from.revision);
  if (!isSaid && muted === from.muted) return before ?? from;
  return { ...from, muted, ...(isSaid && { wanted, revision, saidAt: now }) };
}

/** Returns the watch that follows from the wish of a person and the part that the person takes. */
export function watchOf(facts: WatchFacts): WatchState {
  assertKinds('watchOf', facts, {
    muted: 'boolean',
    assigned: 'boolean',
    wasAssigned: 'boolean',
    takesPart: 'boolean',
  });
  const { wanted, muted, assigned, wasAssigned, takesPart } = facts;
  const manualWatch = wanted === true;
  const watched = manualWatch || wasAssigned || (wanted === null && takesPart);
  return { watched, manualWatch, assigneeOrigin: wasAssigned, muted, assigned };
}
