import { MIDDLE, dragged, squareOf } from './picture-crop.js';

const WIDE = { width: 400, height: 200 };

describe('The part of a picture', () => {
  it('is the largest square in the middle at first', () => {
    expect(squareOf(WIDE, MIDDLE)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('is smaller when it is zoomed, and keeps its place', () => {
    expect(squareOf(WIDE, { ...MIDDLE, zoom: 4 })).toEqual({ left: 175, top: 75, side: 50 });
  });

  it('follows the pointer, and stays within the picture', () => {
    // The picture moves right by half a side, so the part moves left.
    expect(squareOf(WIDE, dragged(WIDE, MIDDLE, 0.25, 0))).toMatchObject({ left: 50, top: 0 });
    expect(squareOf(WIDE, dragged(WIDE, MIDDLE, 9, 9))).toMatchObject({ left: 0, top: 0 });
    expect(squareOf(WIDE, dragged(WIDE, MIDDLE, -9, -9))).toMatchObject({ left: 200, top: 0 });
  });
});
