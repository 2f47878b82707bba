import type { ProjectId } from '@worktrack/domain';

/** What a mutation did, for the audit trail. */
export interface Touched {
  readonly kind:
    | 'organization'
    | 'user'
    | 'membership'
    | 'token'
    | 'project'
    | 'sprint'
    | 'label'
    | 'work_item'
    | 'link'
    | 'comment'
    | 'attachment';
  readonly id: string;
  /** The revision it has now, where it has one. */
  readonly revision?: number | undefined;
  /** How many Work Items below this one were deleted with it: their history tells which, at the same instant. */
  readonly descendants?: number | undefined;
  /** How many Work Items were assigned to this user and are no longer: their history tells which, at the same instant. */
  readonly unassigned?: number | undefined;
}

/** An answer as it is sent and stored: a retry gets these very bytes. */
export interface Reply {
  readonly status: number;
  readonly etag?: string | undefined;
  readonly location?: string | undefined;
  /** The JSON text; `null` for 204. */
  readonly body: string | null;
  /** The Projects whose data the body shows: a token that no longer covers one of them gets no replay. */
  readonly shows: readonly ProjectId[];
  readonly touched: readonly Touched[];
}
