import { excessOf } from './length.js';

it.each([
  ['', 0],
  ['a'.repeat(10), 0],
  ['a'.repeat(12), 2],
  // Code points, as the server counts: a picture is one.
  ['😀'.repeat(10), 0],
  ['😀'.repeat(11), 1],
])('%s is %i too long for 10 characters', (text, excess) => {
  expect(excessOf(text, 10)).toBe(excess);
});
