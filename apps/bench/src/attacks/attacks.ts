import type { Attack } from './attack.js';
import { randomTexts } from './random-texts.js';
import { heldBodies } from './held-bodies.js';
import { repeatedParameter } from './repeated-parameter.js';

/** Every attack that is measured, in the order of the output. */
export const ATTACKS: readonly Attack[] = [randomTexts, repeatedParameter, heldBodies];
