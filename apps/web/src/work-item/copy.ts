import { copyText } from '../parts/clipboard.js';
import { notify, warn } from '../shell/notices.js';

/** Copies a text and says so; where the browser refuses, the text is shown. */
export async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) notify(done);
  else warn(`The browser does not let this page copy. Copy it by hand: ${text}`);
}
