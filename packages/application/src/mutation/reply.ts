import type { ProjectId } from '@worktrack/domain';

/** A resource that a mutation changed, for the audit trail. */
export interface Touched {
  readonly kind:
    | 'organization'
    | 'user'
    | 'membership'
    | 'invitation'
    | 'token'
    | 'project'
    | 'sprint'
    | 'label'
    | 'work_item'
    | 'link'
    | 'comment'
    | 'attachment'
    | 'session'
    | 'password'
    | 'sign_in_link'
    | 'saved_sprint_report'
    | 'saved_view'
    | 'webhook';
  readonly id: string;
  /** The revision after the mutation, for resources with revisions. */
  readonly revision?: number | undefined;
  /** The number of descendants that were deleted with this Work Item. Their history has the details, at the same instant. */
  readonly descendants?: number | undefined;
  /** The number of Work Items that were unassigned from this user. Their history has the details, at the same instant. */
  readonly unassigned?: number | undefined;
}

/** The response of a mutation. It is stored, and a retry gets exactly these bytes. */
export interface Reply {
  readonly status: number;
  readonly etag?: string | undefined;
  readonly location?: string | undefined;
  /** The JSON text; `null` for 204. */
  readonly body: string | null;
  /** The Projects with data in the body: a token that no longer covers one of them gets no replay. */
  readonly shows: readonly ProjectId[];
  readonly touched: readonly Touched[];
}
