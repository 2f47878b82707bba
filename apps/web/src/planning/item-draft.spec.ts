import { EMPTY_DRAFT, begunWith } from './item-draft.js';

const kept = { ...EMPTY_DRAFT, project: 'WEB', title: 'Engine', sprint: 's1', labels: [{ id: 'l1', name: 'quay' }] };

describe('The form of a new Work Item', () => {
  it('begins with the values of the place where it is opened', () => {
    expect(begunWith(EMPTY_DRAFT, { project: 'WEB', status: 'in_review', sprint: 's2', title: 'login form' })).toEqual({
      ...EMPTY_DRAFT,
      ...{ project: 'WEB', status: 'in_review', sprint: 's2', title: 'login form' },
    });
  });

  it('keeps the texts that were left, and what else the place does not say', () => {
    expect(begunWith(kept, { status: 'todo', title: 'login form' })).toEqual({ ...kept, status: 'todo' });
    expect(begunWith(kept, { project: 'WEB', sprint: 's2' })).toEqual({ ...kept, sprint: 's2' });
  });

  it('leaves Sprint, parent and labels of another Project behind', () => {
    expect(begunWith(kept, { project: 'HAM' })).toEqual({ ...kept, project: 'HAM', sprint: '', labels: [] });
  });
});
