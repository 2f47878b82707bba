import type { Attack } from './attack.js';
import { abandonedReads } from './abandoned-reads.js';
import { largeSprints, largeTrees } from './many-work-items.js';
import { pipelinedStrangers } from './pipelined-strangers.js';
import { randomTexts } from './random-texts.js';
import { heldBodies } from './held-bodies.js';
import { repeatedParameter } from './repeated-parameter.js';
import { reportsOfOneToken } from './reports-of-one-token.js';
import { slowUploads } from './slow-uploads.js';
import { unreadAnswers } from './unread-answers.js';

/** All measured attacks, in the order of the output. */
export const ATTACKS: readonly Attack[] = [
  abandonedReads,
  largeSprints,
  largeTrees,
  pipelinedStrangers,
  randomTexts,
  repeatedParameter,
  reportsOfOneToken,
  slowUploads,
  unreadAnswers,
  heldBodies,
];
