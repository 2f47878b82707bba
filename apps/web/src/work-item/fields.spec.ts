import { WORD_FIELDS } from '@worktrack/domain';
import { bodyOf } from './change-requests.js';
import { wordsOfEvent } from './event-words.js';
import { FIELD_NAMES, PICKED_FIELDS, nameOfWord, wordsOf } from './fields.js';

describe('A value in words', () => {
  it.each([
    ['a title', wordsOf('acme', 'title', 'Paint the door'), 'Paint the door'],
    ['no description', wordsOf('acme', 'description', null), ''],
    ['a status', wordsOf('acme', 'status', 'in_review'), 'In review'],
    ['a type', wordsOf('acme', 'type', 'bug'), 'Bug'],
    ['a priority', wordsOf('acme', 'priority', 'urgent'), 'Urgent'],
    ['no estimate', wordsOf('acme', 'storyPoints', null), 'none'],
    ['an estimate of nothing', wordsOf('acme', 'storyPoints', 0), '0'],
    ['no due date', wordsOf('acme', 'dueDate', null), 'none'],
    ['nobody', wordsOf('acme', 'assignee', null), 'nobody'],
    ['no labels', wordsOf('acme', 'labels', []), 'none'],
  ])('is said of %s', (_what, words, said) => {
    expect(words).toBe(said);
  });

  it('is the word itself where a newer server has a word that this page does not know', () => {
    expect(nameOfWord('priority', 'whenever')).toBe('whenever');
  });
});

describe('The change of a field with words', () => {
  it('names the field and both words', () => {
    const detail = { from: 'medium', to: 'urgent' } as const;
    expect(wordsOfEvent('acme', { action: 'priority_changed', detail })).toBe(
      'changed the priority from Medium to Urgent',
    );
  });
});

describe('The fields on the page of a Work Item', () => {
  it('are all that a list is opened for, in their order', () => {
    expect(PICKED_FIELDS.map((field) => FIELD_NAMES[field])).toEqual([
      ...['Status', 'Type', 'Priority', 'Assignee', 'Sprint', 'Parent', 'Labels', 'Story points', 'Due'],
    ]);
    expect(PICKED_FIELDS).toEqual(expect.arrayContaining([...WORD_FIELDS]));
  });
});

describe('The body of a change', () => {
  it('has the values that changed, those that were cleared too', () => {
    expect(bodyOf({ priority: 'low', storyPoints: null, dueDate: null })).toStrictEqual({
      priority: 'low',
      storyPoints: null,
      dueDate: null,
    });
  });

  it('names others by their ids', () => {
    const values = {
      assignee: { publicId: 'u1', name: 'Ada' },
      sprint: null,
      parent: { key: 'WEB-1', title: 'Paint' },
    };
    expect(bodyOf(values)).toStrictEqual({ assigneePublicId: 'u1', sprintId: null, parentId: 'WEB-1' });
  });
});
