/**
 * Throws `TypeError` when a report or the options of its drawing are not what the types say: a program without types can make that mistake.
 * @param call the function, for the message
 * @param figures the members of the report that are objects, next to its `limitations`
 */
export function assertDrawable(call: string, report: object, options: object, figures: readonly string[]): void {
  const wanted = `${call} takes a report and { width, theme }`;
  if (!isObject(report)) throw new TypeError(`${wanted}: the report must be an object.`);
  for (const name of figures) {
    if (!isObject(Reflect.get(report, name))) throw new TypeError(`${wanted}: the report has no ${name}.`);
  }
  if (!Array.isArray(Reflect.get(report, 'limitations'))) {
    throw new TypeError(`${wanted}: the report has no list of limitations.`);
  }
  if (!isObject(options)) throw new TypeError(`${wanted}: the options must be an object.`);
  const theme: unknown = Reflect.get(options, 'theme');
  if (!isObject(theme) || !isObject(Reflect.get(theme, 'status'))) {
    throw new TypeError(`${wanted}: the theme must be LIGHT, DARK or an object with the same members.`);
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
