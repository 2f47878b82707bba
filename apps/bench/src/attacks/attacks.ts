import type { Attack } from './attack.js';
import { pipelinedStrangers } from './pipelined-strangers.js';
import { randomTexts } from './random-texts.js';
import { repeatedParameter } from './repeated-parameter.js';
import { unreadAnswers } from './unread-answers.js';

/** Every attack that is measured, in the order of the output. */
export const ATTACKS: readonly Attack[] = [randomTexts, repeatedParameter, unreadAnswers, pipelinedStrangers];
