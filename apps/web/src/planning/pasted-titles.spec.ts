import { titlesIn } from './pasted-titles.js';

describe('The titles in a pasted text', () => {
  it('are its lines, without empty ones and without the blanks around them', () => {
    expect(titlesIn('Engine\n\n  Tank \r\nDoor\r\n')).toEqual(['Engine', 'Tank', 'Door']);
    expect(titlesIn('Engine')).toEqual(['Engine']);
    expect(titlesIn(' \n\n')).toEqual([]);
  });

  it('have no signs of a list', () => {
    const list = '- Engine\n* Tank\n• Door\n1. Nose\n12) Wing\n- [ ] Seat\n* [x] Belt';
    expect(titlesIn(list)).toEqual(['Engine', 'Tank', 'Door', 'Nose', 'Wing', 'Seat', 'Belt']);
  });

  it('keep signs that belong to the text', () => {
    expect(titlesIn('-5 degrees\n3.5 volts\n*bold*\n[x] unknown')).toEqual([
      ...['-5 degrees', '3.5 volts', '*bold*', '[x] unknown'],
    ]);
  });
});
