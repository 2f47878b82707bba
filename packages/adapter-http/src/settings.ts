/** What the controllers need to know of the place where the API is served. */
export class ApiSettings {
  constructor(
    /** The public origin, without path. */
    readonly baseUrl: string,
    /** How large an uploaded file may be, in bytes. */
    readonly attachmentMaxBytes: number,
  ) {}
}
