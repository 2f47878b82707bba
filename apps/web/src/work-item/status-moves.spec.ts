import { canMove, nextStatus, reasonAgainst } from './status-moves.js';

describe('The columns of the board', () => {
  it('take the cards that the state machine permits, and say from where', () => {
    expect(canMove('in_progress', 'in_review')).toBe(true);
    expect(canMove('backlog', 'in_review')).toBe(false);
    expect(canMove('todo', 'todo')).toBe(false);
    expect(reasonAgainst('in_review')).toBe('Only from In progress');
  });

  it.each([
    ['backlog', 'todo', undefined],
    ['todo', 'in_progress', 'backlog'],
    ['in_progress', 'in_review', 'todo'],
    ['in_review', 'done', 'in_progress'],
    // In review is passed over: what is done can only be opened again.
    ['done', undefined, 'in_progress'],
  ] as const)('lead from %s on to %s and back to %s', (from, next, before) => {
    expect(nextStatus(from, 1)).toBe(next);
    expect(nextStatus(from, -1)).toBe(before);
  });
});
