export { aComment, aProject, aSprint, aWorkItem, refusalOf } from './fixtures.js';
