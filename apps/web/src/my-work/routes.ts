import type { Screen } from '../shell/contents.js';
import { MyWork } from './my-work.js';

export const MY_WORK_SCREENS: readonly Screen[] = [{ path: '/', screen: MyWork }];
