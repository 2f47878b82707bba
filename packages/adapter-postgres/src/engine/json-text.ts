/** Writes an object of a `jsonb` column as JSON text; the driver reads it as an object. */
export const JSON_TEXT = {
  to: (value: object | null) => value && JSON.stringify(value),
  from: (value: object | null) => value,
};
