import type { UserId } from '../identity/ids.js';
import { aWorkItem } from '../testing/index.js';
import { changedWatch, watchOf, type WatchAction, type WatchFacts, type WatchRecord } from './watch.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const LATER = new Date('2026-05-04T11:00:00.000Z');
const ADA = 'ada' as UserId;
const NOTHING: WatchFacts = { wanted: null, muted: false, assigned: false, wasAssigned: false, takesPart: false };

const after = (actions: readonly WatchAction[], revision = 4): WatchRecord | undefined =>
  actions.reduce<WatchRecord | undefined>(
    (before, action) => changedWatch(aWorkItem({ revision }), ADA, before, action, NOW),
    undefined,
  );

describe('The wish of a person about a Work Item', () => {
  it('is of that person and that Work Item, with the revision at which it was said', () => {
    const { organizationId, projectId, id: workItemId } = aWorkItem().record;
    const whose = { organizationId, projectId, workItemId, userId: ADA };
    expect(after(['watch'])).toEqual({ ...whose, wanted: true, revision: 4, saidAt: NOW, muted: false });
    expect(after(['unwatch'])).toEqual({ ...whose, wanted: false, revision: 4, saidAt: NOW, muted: false });
    expect(after(['mute'])).toEqual({ ...whose, wanted: null, revision: 4, saidAt: NOW, muted: true });
  });

  it('keeps a watch that is muted, and loses the mute with the watch', () => {
    expect(after(['watch', 'mute'])).toMatchObject({ wanted: true, muted: true });
    expect(after(['watch', 'mute', 'unmute'])).toMatchObject({ wanted: true, muted: false });
    expect(after(['watch', 'mute', 'unwatch'])).toMatchObject({ wanted: false, muted: false });
  });

  it('stays as it is when it is said again', () => {
    for (const action of ['watch', 'unwatch', 'mute'] as const) {
      const said = after([action]);
      expect(changedWatch(aWorkItem({ revision: 4 }), ADA, said, action, LATER)).toBe(said);
    }
  });

  it('is said at the new revision when it is said again after a change', () => {
    expect(changedWatch(aWorkItem({ revision: 7 }), ADA, after(['unwatch']), 'unwatch', LATER)).toMatchObject({
      revision: 7,
      saidAt: LATER,
    });
  });

  it('can be about an archived Work Item', () => {
    const archived = aWorkItem({ archivedAt: new Date('2026-05-04T10:00:00.000Z') });
    expect(changedWatch(archived, ADA, undefined, 'watch', NOW).wanted).toBe(true);
  });

  it('is not made of another word', () => {
    expect(() => changedWatch(aWorkItem(), ADA, undefined, 'follow' as WatchAction, NOW)).toThrow(TypeError);
  });
});

describe('The watch of a Work Item', () => {
  it.each<[string, Partial<WatchFacts>, boolean]>([
    ['of somebody who has no part in it', {}, false],
    ['of the reporter, a commenter or somebody who was mentioned', { takesPart: true }, true],
    ['of somebody to whom it was assigned once', { wasAssigned: true }, true],
    ['of somebody who wants it', { wanted: true }, true],
    ['of a commenter who wants it no more', { wanted: false, takesPart: true }, false],
    ['of an assignee who wants it no more', { wanted: false, assigned: true }, false],
    ['of somebody to whom it was assigned after that', { wanted: false, assigned: true, wasAssigned: true }, true],
    ['that is muted', { takesPart: true, muted: true }, true],
  ])('%s', (_, facts, watched) => {
    expect(watchOf({ ...NOTHING, ...facts }).watched).toBe(watched);
  });

  it('tells how it began, and that it is silent', () => {
    expect(watchOf({ ...NOTHING, wanted: true, muted: true })).toEqual({
      watched: true,
      manualWatch: true,
      assigneeOrigin: false,
      muted: true,
      assigned: false,
    });
    expect(watchOf({ ...NOTHING, assigned: true, wasAssigned: true })).toMatchObject({
      manualWatch: false,
      assigneeOrigin: true,
      assigned: true,
    });
  });
});
