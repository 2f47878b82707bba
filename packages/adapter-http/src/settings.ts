/** What the controllers need to know of the place where the API is served. */
export class ApiSettings {
  constructor(
    /** The public origin, without path. */
    readonly baseUrl: string,
  ) {}
}
