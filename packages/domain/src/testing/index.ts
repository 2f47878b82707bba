export { aComment, aProject, aWorkItem, refusalOf } from './fixtures.js';
