import { setFlagsFromString } from 'node:v8';

/** The percentage by which the memory of long-lived objects can grow until it is collected again. Node's own choice is up to 300. */
const GROWTH_PERCENT = 50;

/**
 * Makes the garbage collector run before the memory of long-lived objects has doubled. Requests that are under way during two collections
 * of young objects count as long-lived, so under load Node would keep more than 100 MB of what they leave.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
