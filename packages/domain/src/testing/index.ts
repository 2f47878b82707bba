export { aProject, aWorkItem, refusalOf } from './fixtures.js';
