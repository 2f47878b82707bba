export { aProject, aSprint, aWorkItem, refusalOf } from './fixtures.js';
