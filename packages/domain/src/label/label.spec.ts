import { refusalOf } from '../testing/index.js';
import type { Color, LabelId, OrganizationId, ProjectId } from '../index.js';
import { Label, LabelName, assertRoomForLabel } from './label.js';

describe('The name of a label', () => {
  it.each([
    ['Frontend', 'frontend'],
    ['  Frontend \u0085', 'frontend'],
    ['Two \t\u00a0 Words', 'two words'],
    ['line\u2028break', 'line break'],
    ['ÉCLAIR', 'éclair'],
    ['E\u0301clair', 'éclair'],
    ['Straße', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['😀', '😀'],
    ['10000000-0000-4000-8000-00000000000A', '10000000-0000-4000-8000-00000000000a'],
  ])('%j is kept as %j', (text, name) => {
    expect(LabelName.parse(text)).toBe(name);
    expect(LabelName.parse(name)).toBe(name);
  });

  it('has 1 to 100 code points, trimmed', () => {
    expect(LabelName.parse(` ${'😀'.repeat(100)} `)).toBe('😀'.repeat(100));
    expect(LabelName.parse('😀'.repeat(101))).toBeUndefined();
    expect(LabelName.parse('')).toBeUndefined();
    expect(LabelName.parse(' \u3000\n')).toBeUndefined();
  });

  it('is measured as it is stored', () => {
    expect(LabelName.parse('e\u0301'.repeat(100))).toBe('é'.repeat(100));
    expect(LabelName.parse(`a${' '.repeat(1_000)}b`)).toBe('a b');
    expect(LabelName.parse('İ'.repeat(50))).toBe('i\u0307'.repeat(50));
    expect(LabelName.parse('İ'.repeat(51))).toBeUndefined();
  });

  it.each(['a\u0000', '\ud83d', 'a\udc00b'])('is never %j, which cannot be stored', (text) => {
    expect(LabelName.parse(text)).toBeUndefined();
  });
});

describe('The labels of a Project', () => {
  it('are at most 2,000', () => {
    const attempt = (labels: number) => () => {
      assertRoomForLabel(labels);
    };
    expect([0, 1_999].map((labels) => refusalOf(attempt(labels)))).toEqual([undefined, undefined]);
    expect([2_000, 2_001].map((labels) => refusalOf(attempt(labels)))).toEqual(['CONFLICT', 'CONFLICT']);
    expect(attempt(2_000)).toThrow(/The Project has 2000 labels or more/);
  });
});

describe('A label that is changed', () => {
  const record = {
    id: '10000000-0000-4000-8000-000000000001' as LabelId,
    organizationId: '10000000-0000-4000-8000-000000000002' as OrganizationId,
    projectId: '10000000-0000-4000-8000-000000000003' as ProjectId,
    name: LabelName.parse('outdoors')!,
    color: '#112233' as Color,
    createdAt: new Date('2026-03-02T10:00:00.000Z'),
    revision: 3,
  };
  const [name, color] = [LabelName.parse('indoors')!, '#445566' as Color];

  it.each([
    ['its name', { name }],
    ['its colour', { color }],
    ['both', { name, color }],
  ])('takes %s, keeps the rest, and counts one revision', (_what, changes) => {
    const label = Label.restore(record);
    label.change(changes);
    expect(label.record).toEqual({ ...record, ...changes, revision: 4 });
    expect(label).toMatchObject({ loadedRevision: 3, hasChanged: true });
  });

  it.each([
    ['nothing', {}],
    ['absent members', { name: undefined, color: undefined }],
    ['equal values', { name: record.name, color: record.color }],
  ])('stays as it is with %s', (_what, changes) => {
    const label = Label.restore(record);
    label.change(changes);
    expect(label.record).toEqual(record);
    expect(label.hasChanged).toBe(false);
  });

  it('expects the present revision, or any', () => {
    const label = Label.restore(record);
    const expecting = (revision: number | '*') => () => {
      label.expect(revision);
    };
    expect([3, '*', 2, 4].map((revision) => refusalOf(expecting(revision as number | '*')))).toEqual([
      ...[undefined, undefined],
      ...['REVISION_CONFLICT', 'REVISION_CONFLICT'],
    ]);
  });

  it('can be deleted unless it was ever on a Work Item', () => {
    const deleting = (wasAttached: boolean) => () => {
      Label.restore(record).assertCanBeDeleted(wasAttached);
    };
    expect(deleting(false)).not.toThrow();
    expect(refusalOf(deleting(true))).toBe('CONFLICT');
    expect(deleting(true)).toThrow(/outdoors is or was on a Work Item/);
  });
});
