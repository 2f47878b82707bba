/** The settings of the API that its controllers read. */
export class ApiSettings {
  constructor(
    /** The public origin, without path. */
    readonly baseUrl: string,
    /** The most bytes of an uploaded file. */
    readonly attachmentMaxBytes: number,
    /** The most bytes of all files of an Organization, unless administration has set another number; 0: any number. */
    readonly attachmentQuotaBytes = 0,
    /** True when the application for browsers is served: the public API under `/app`, and everything else there. */
    readonly web = true,
    /** True when the operations below `/api/x` are served. */
    readonly extensions = true,
    /** True when every user can create Organizations; false where only the operator does. */
    readonly organizationCreation = true,
    /** False: only providers of identities and links of the operator sign in. */
    readonly passwordSignIn = true,
  ) {}
}
