import type { Attack } from './attack.js';
import { abandonedReads } from './abandoned-reads.js';
import { bodiesOfOnePerson, bodiesOfVisitors, completeBodiesOfOnePerson } from './held-bodies.js';
import { largeSprints, largeTrees } from './many-work-items.js';
import { picturesOfOnePerson } from './pictures-of-one-person.js';
import { pipelinedStrangers } from './pipelined-strangers.js';
import { randomTexts } from './random-texts.js';
import { repeatedParameter } from './repeated-parameter.js';
import { reportsOfOnePerson } from './reports-of-one-person.js';
import { searchesOfOnePerson } from './searches-of-one-person.js';
import { uploadsOfOnePerson } from './uploads-of-one-person.js';
import { unreadAnswers } from './unread-answers.js';

/** All measured attacks, in the order of the output. */
export const ATTACKS: readonly Attack[] = [
  abandonedReads,
  largeSprints,
  largeTrees,
  pipelinedStrangers,
  randomTexts,
  repeatedParameter,
  unreadAnswers,
  bodiesOfVisitors,
  bodiesOfOnePerson,
  completeBodiesOfOnePerson,
  searchesOfOnePerson,
  reportsOfOnePerson,
  uploadsOfOnePerson,
  picturesOfOnePerson,
];
