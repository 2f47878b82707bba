/** Settings of uploads. */
export interface UploadSettings {
  /** The most bytes that all uploads under way in this process may have sent. */
  readonly stagedBytes: number;
  /** The most bytes of all files of an Organization, unless administration has set another number; 0: any number. */
  readonly quotaBytes: number;
}

export const UPLOAD_SETTINGS: UploadSettings = { stagedBytes: 8_589_934_592, quotaBytes: 0 };

/** The settings of the API that its controllers read. */
export class ApiSettings {
  constructor(
    /** The public origin, without path. */
    readonly baseUrl: string,
    /** The most bytes of an uploaded file. */
    readonly attachmentMaxBytes: number,
    readonly uploads: UploadSettings = UPLOAD_SETTINGS,
    /** True when the application for browsers is served: the public API under `/app`, and everything beside it. */
    readonly web = true,
  ) {}
}
