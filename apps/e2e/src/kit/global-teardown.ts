import { takeAllDown } from './teardown-list.js';

export default async function tearDown(): Promise<void> {
  await takeAllDown();
}
