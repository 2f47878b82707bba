/** Limits of uploads. */
export interface UploadBounds {
  /** How many uploads of one token may be under way. */
  readonly ofToken: number;
  /** How many uploads of all tokens may be under way in this process. */
  readonly ofProcess: number;
  /** How many bytes all uploads under way in this process may have sent. */
  readonly stagedBytes: number;
  /** How many bytes all files of an Organization may hold together, unless administration has set another number; 0: any number. */
  readonly quotaBytes: number;
}

export const UPLOAD_BOUNDS: UploadBounds = {
  ofToken: 4,
  ofProcess: 64,
  stagedBytes: 8_589_934_592,
  quotaBytes: 0,
};

/** The settings of the API that its controllers read. */
export class ApiSettings {
  constructor(
    /** The public origin, without path. */
    readonly baseUrl: string,
    /** How large an uploaded file may be, in bytes. */
    readonly attachmentMaxBytes: number,
    readonly uploads: UploadBounds = UPLOAD_BOUNDS,
    /** True when the application for browsers is served: the public API under `/app`, and everything beside it. */
    readonly web = true,
  ) {}
}
