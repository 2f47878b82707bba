const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a text in the form of a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return FORM.test(text);
}
