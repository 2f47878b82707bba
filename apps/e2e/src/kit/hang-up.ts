import { hangUp } from './client.js';

afterAll(hangUp);
