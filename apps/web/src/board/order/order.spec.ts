import { arranged, inOrder, movesBack, placeAfterStep, placeBeside, positionsAt, type Placed } from './order.js';

const list = (keys: string): Placed[] => keys.split('').map((key, at) => ({ id: `id ${key}`, key, position: at * 10 }));
const keysOf = (cards: readonly Placed[]) => cards.map(({ key }) => key).join('');
const five = list('ABCDE');
const some = (keys: string) => five.filter(({ key }) => keys.includes(key));

describe('The manual order of a list', () => {
  it('is that of the positions', () => {
    expect(keysOf(inOrder([...five].reverse()))).toBe('ABCDE');
  });

  it.each([
    ['C', 'up', 'ACBDE'],
    ['C', 'down', 'ABDCE'],
    ['C', 'top', 'CABDE'],
    ['C', 'bottom', 'ABDEC'],
    ['BC', 'up', 'BCADE'],
    ['BD', 'down', 'ACEBD'],
    ['AC', 'up', 'ACBDE'],
    ['AC', 'top', 'ACBDE'],
  ] as const)('moves %s %s as a block', (keys, step, expected) => {
    const place = placeAfterStep(five, some(keys), step)!;
    expect(keysOf(arranged(five, some(keys), place))).toBe(expected);
  });

  it.each([
    ['A', 'up'],
    ['AB', 'top'],
    ['E', 'down'],
    ['DE', 'bottom'],
    ['ABCDE', 'up'],
  ] as const)('has no place for %s further %s', (keys, step) => {
    expect(placeAfterStep(five, some(keys), step)).toBeUndefined();
  });

  it('takes the next other one as the anchor of a block that is dropped on itself', () => {
    expect(placeBeside(five, some('BC'), { side: 'before', anchor: 'B' })).toEqual({ side: 'before', anchor: 'D' });
    expect(placeBeside(five, some('DE'), { side: 'after', anchor: 'E' })).toEqual({ side: 'after', anchor: 'C' });
    expect(placeBeside(five, five, { side: 'after', anchor: 'E' })).toBeUndefined();
    expect(placeBeside(five, some('A'), { side: 'after', anchor: 'E' })).toEqual({ side: 'after', anchor: 'E' });
  });

  it('shows a block between its neighbors before the server has said where, also at both ends', () => {
    const shownAt = (keys: string, side: 'before' | 'after', anchor: string) => {
      const positions = positionsAt(five, { cards: some(keys), place: { side, anchor } });
      return keysOf(inOrder(five.map((card) => ({ ...card, position: positions.get(card.id) ?? card.position }))));
    };
    expect(shownAt('AE', 'after', 'C')).toBe('BCAED');
    expect(shownAt('E', 'before', 'A')).toBe('EABCD');
    expect(shownAt('AB', 'after', 'E')).toBe('CDEAB');
    expect(shownAt('A', 'before', 'X')).toBe('ABCDE');
  });

  it('comes back by one move for each run of neighbors', () => {
    const block = some('ACDE');
    const back = movesBack(five, block);
    const moved = arranged(five, block, { side: 'after', anchor: 'B' });
    expect(keysOf(moved)).toBe('BACDE');
    expect(keysOf(back.reduce((cards, { cards: run, place }) => arranged(cards, run, place), moved))).toBe('ABCDE');
    expect(back).toHaveLength(2);
  });
});
