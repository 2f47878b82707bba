/** Throws `TypeError` unless the argument is a text: a program without types can pass any value. */
export function assertText(call: string, text: unknown): void {
  if (typeof text !== 'string') throw new TypeError(`${call} takes a text.`);
}

/** Throws `TypeError` unless each of these members of the argument is an object. */
export function assertObjects(call: string, given: object, ...names: readonly string[]): void {
  if (!isObject(given))
    throw new TypeError(`${call} must be an object${names.map((name) => ` with ${name}`).join('')}.`);
  for (const name of names) {
    if (!isObject(Reflect.get(given, name))) throw new TypeError(`${call}: ${name} must be an object.`);
  }
}

/** Throws `TypeError` unless the argument is a catalogue, of this copy of the library or of another one. */
export function assertCatalogue(call: string, catalogue: { readonly field: unknown }): void {
  if (!isObject(catalogue) || typeof catalogue.field !== 'function') throw new TypeError(`${call} takes a Catalogue.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
