import { progressInWords, progressOf } from './progress.js';

describe('The progress of a Work Item by its sub-items', () => {
  it('counts what is done, and its points', () => {
    const parts = [
      { status: 'done', storyPoints: 3 },
      { status: 'in_review', storyPoints: 5 },
      { status: 'done', storyPoints: null },
      { status: 'backlog' },
    ];
    expect(progressOf(parts)).toEqual({ count: 4, done: 2, points: 8, donePoints: 3 });
    expect(progressInWords(progressOf(parts))).toBe('2 of 4 done · 3 of 8 points');
  });

  it('says nothing of points where nothing is estimated', () => {
    expect(progressInWords(progressOf([{ status: 'done' }]))).toBe('1 of 1 done');
    expect(progressInWords(progressOf([{ status: 'todo', storyPoints: 1 }]))).toBe('0 of 1 done · 0 of 1 point');
  });
});
