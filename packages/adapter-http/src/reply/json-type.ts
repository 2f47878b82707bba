/** The media type of every JSON text that is sent. */
export const JSON_TYPE = 'application/json; charset=utf-8';
