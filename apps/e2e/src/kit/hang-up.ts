import { hangUp } from './client.js';
import { closePools } from './database.js';

afterAll(hangUp);
afterAll(closePools);
