import { columnsIn, groupingIn, USUAL_FORM } from './columns.js';
import { groupsOf, type TableItem } from './table-item.js';

const item = (id: string, members: Partial<TableItem>): TableItem => ({
  id,
  key: `WEB-${id}`,
  revision: 1,
  ...members,
});

describe('The groups of a table', () => {
  it('come in the order of the rows, and a row that was changed is in its new group', () => {
    const items = [
      item('1', { status: 'todo' }),
      item('2', { status: 'done' }),
      item('3', { status: 'todo' }),
      item('4', { status: 'done' }),
    ];
    const groups = groupsOf(items, 'status').map(({ name, items: some }) => [name, some.map(({ id }) => id)]);
    expect(groups).toEqual([
      ['To do', ['1', '3']],
      ['Done', ['2', '4']],
    ]);
  });

  it('have a name for no value, and tell people of one name apart', () => {
    const person = (publicId: string) => ({ publicId, name: 'Ada' });
    const items = [
      item('1', { assignee: person('a') }),
      item('2', { assignee: person('b') }),
      item('3', { assignee: null }),
    ];
    expect(groupsOf(items, 'assignee').map(({ name }) => name)).toEqual(['Ada', 'Ada', 'Nobody']);
    const labels = [{ id: 'x', name: 'paint', color: '#111111' }];
    expect(groupsOf([item('1', { labels }), item('2', { labels: [] })], 'label').map(({ name }) => name)).toEqual([
      'paint',
      'No label',
    ]);
  });
});

describe('The form of a table in an address', () => {
  it('has the columns that exist, each once, and always the title', () => {
    expect(columnsIn('status,color,status,key')).toEqual(['status', 'key', 'title']);
    expect(columnsIn('title,dueDate')).toEqual(['title', 'dueDate']);
    expect(columnsIn('color')).toEqual(USUAL_FORM.columns);
    expect(columnsIn(undefined)).toEqual(USUAL_FORM.columns);
    expect([groupingIn('label'), groupingIn('color'), groupingIn(undefined)]).toEqual(['label', null, null]);
  });
});
