/** contract §4, B-empty: a body is required, and it is exactly `{}`. */
export class EmptyBody {}
