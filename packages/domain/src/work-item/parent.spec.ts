import type { WorkItemId } from '../identity/ids.js';
import { refusalOf } from '../testing/index.js';
import { assertCanBeParent, type ParentFacts } from './parent.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');

const child = 'child' as WorkItemId;
const parent: ParentFacts = {
  id: 'parent' as WorkItemId,
  archivedAt: null,
  deletedAt: null,
  depth: 1,
  heightOfChild: 1,
  isBelowChild: false,
};

const attempt = (candidate: ParentFacts | undefined) => () => {
  assertCanBeParent(candidate, child);
};
const refusal = (problem: string) =>
  expect.objectContaining({ code: 'VALIDATION_ERROR', more: { fieldErrors: { parentId: [problem] } } }) as Error;

describe('A parent', () => {
  it('may be any live, unarchived Work Item but the child', () => {
    expect(refusalOf(attempt(parent))).toBeUndefined();
  });

  it.each([
    ['of another Project, or of none', undefined, 'must be a Work Item of this Project'],
    ['deleted', { ...parent, deletedAt: NOW }, 'must be a Work Item of this Project'],
    // A deleted Work Item gets the same message, whatever its other values.
    ['deleted and archived', { ...parent, deletedAt: NOW, archivedAt: NOW }, 'must be a Work Item of this Project'],
    ['the child', { ...parent, id: child }, 'must not be the Work Item itself'],
    ['archived', { ...parent, archivedAt: NOW }, 'must not be an archived Work Item'],
    ['below the child', { ...parent, isBelowChild: true }, 'must not be below the Work Item itself'],
  ])('is not %s', (_, candidate, problem) => {
    expect(attempt(candidate)).toThrow(refusal(problem));
  });

  it.each([
    [9, 1],
    [1, 9],
    [5, 5],
  ])('at depth %i takes a child that brings %i levels: the chain holds ten', (depth, heightOfChild) => {
    expect(refusalOf(attempt({ ...parent, depth, heightOfChild }))).toBeUndefined();
  });

  it.each([
    [10, 1],
    [1, 10],
    [6, 5],
  ])('at depth %i takes no child that brings %i levels: the chain would hold more than ten', (depth, heightOfChild) => {
    const tooLong = refusal('must not make a chain of more than 10 Work Items');
    expect(attempt({ ...parent, depth, heightOfChild })).toThrow(tooLong);
  });
});
