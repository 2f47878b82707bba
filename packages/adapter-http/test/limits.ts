import { BOUND_SETTINGS, boundsOf, type AllBounds, type BoundSettings } from '../src/limits/bounds.js';
import { Limits } from '../src/limits/limits.js';

/** Semaphores with the default bounds, but for those that are given. */
export const limitsWith = (bounds: Partial<AllBounds> = {}, settings: Partial<BoundSettings> = {}): Limits =>
  new Limits({ ...boundsOf({ ...BOUND_SETTINGS, ...settings }), ...bounds });
