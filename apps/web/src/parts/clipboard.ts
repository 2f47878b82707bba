/**
 * Copies text, and returns whether it did: a browser can refuse, and has no clipboard where the page came by plain http from another
 * machine.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
