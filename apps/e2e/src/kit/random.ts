import { randomInt } from 'node:crypto';

/** `SEED` of the environment, else a new one: a run that failed can be had again. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31 - 1));

console.log(`SEED=${seed}`);
