/** The contract's enumerations, copied by hand and not imported: the tests must be able to disagree with the server. */
export const SCOPES = [
  'profile:read',
  'organization:read',
  'organization:members:read',
  'project:read',
  'project:write',
  'work_item:read',
  'work_item:write',
  'work_item:delete',
  'comment:read',
  'comment:write',
  'comment:delete',
  'attachment:read',
  'attachment:write',
  'attachment:delete',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of the extensions, which v1 does not know. */
export const EXTENSION_SCOPES = ['organization:manage', 'member:manage', 'webhook:manage'] as const;
export const ALL_SCOPES = [...SCOPES, ...EXTENSION_SCOPES] as const;
export type AnyScope = (typeof ALL_SCOPES)[number];

export const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const;
export type Status = (typeof STATUSES)[number];

/** The legal status moves of contract §2.4, in canonical order. */
export const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  backlog: ['todo', 'in_progress', 'done'],
  todo: ['backlog', 'in_progress', 'done'],
  in_progress: ['backlog', 'todo', 'in_review', 'done'],
  in_review: ['backlog', 'todo', 'in_progress', 'done'],
  done: ['backlog', 'todo', 'in_progress'],
};

export const TYPES = ['task', 'bug', 'story', 'feature', 'epic'] as const;
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;

/** All 29 error codes with their status. */
export const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  VALIDATION_ERROR: 400,
  INVALID_CURSOR: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  INVALID_COMPLETION_TARGET: 400,
  AUTH_REQUIRED: 401,
  INVALID_TOKEN: 401,
  INSUFFICIENT_SCOPE: 403,
  FORBIDDEN: 403,
  ORGANIZATION_SUSPENDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  WORK_ITEM_STATUS_REQUIRES_TRANSITION: 409,
  INVALID_STATUS_TRANSITION: 409,
  INVALID_SPRINT_TRANSITION: 409,
  ACTIVE_SPRINT_EXISTS: 409,
  SPRINT_HAS_UNFINISHED_WORK_ITEMS: 409,
  LINK_DUPLICATE: 409,
  LINK_CONTRADICTION: 409,
  WORK_ITEM_ARCHIVED: 409,
  PROJECT_ARCHIVED: 409,
  WORK_ITEM_HAS_CHILDREN: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_REQUEST_IN_PROGRESS: 409,
  REVISION_CONFLICT: 412,
  PAYLOAD_TOO_LARGE: 413,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
};

/** The codes that only the extensions of v1 have. */
export const STATUS_OF_EXTENSION_CODE: Readonly<Record<string, number>> = {
  EVENTS_EXPIRED: 410,
  LAST_OWNER: 409,
  LIMIT_REACHED: 409,
  WEBHOOK_LIMIT_REACHED: 409,
};

/** The codes that only the operations of the application have; the public API does not publish them. */
export const STATUS_OF_APP_CODE: Readonly<Record<string, number>> = {
  INVALID_CREDENTIALS: 401,
  USERNAME_TAKEN: 409,
};

/** The word before the revision in the `ETag` of each operation of the application that sends one. */
export const ETAG_OF_APP_OPERATION: Readonly<Record<string, string>> = {
  saveSprintReport: 'saved',
  getSavedSprintReport: 'saved',
  changeSavedSprintReport: 'saved',
  getLabel: 'label',
  changeLabel: 'label',
  changeSprint: 'sprint',
};

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const PUBLIC_ID = /^usr_[A-Za-z0-9_-]{21}[AQgw]$/;
/** Every instant the server sends: UTC, exactly three fraction digits. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Members of the response schemas that exist now. */
export const MEMBERS = {
  me: ['id', 'publicId', 'name', 'email', 'authentication', 'defaultOrganization', 'organizations'],
  authentication: ['type', 'credentialId', 'credentialName', 'scopes', 'expiresAt'],
  meOrganization: ['id', 'slug', 'name', 'username'],
  organizationSummary: ['id', 'slug', 'name'],
  organization: [
    'id',
    'slug',
    'name',
    'description',
    'plan',
    'role',
    'isDefault',
    'suspended',
    'timeZone',
    'createdAt',
    'updatedAt',
  ],
  userProfile: ['publicId', 'name', 'avatarUrl', 'joinedAt', 'isCurrentUser', 'sharedOrganizations', 'stats'],
  userStats: ['projects', 'workItemsAssigned', 'workItemsCreated', 'workItemsCompleted', 'comments'],
  organizationUser: ['publicId', 'name', 'username'],
  organizationMinimal: ['id', 'slug', 'name', 'suspended'],
  project: [
    'id',
    'organizationId',
    'key',
    'name',
    'description',
    'color',
    'revision',
    'archivedAt',
    'createdAt',
    'updatedAt',
  ],
  sprint: ['id', 'name', 'state', 'startDate', 'endDate', 'goal', 'targetPoints', 'createdAt', 'updatedAt', 'revision'],
  sprintTransitions: ['currentState', 'transitions'],
  sprintTransition: ['targetState', 'requiresCompletionAction'],
  sprintReport: [
    'sprint',
    'mode',
    'stable',
    'commitment',
    'plannedScope',
    'completion',
    'scopeChanges',
    'carryover',
    'statuses',
    'burndown',
    'remaining',
    'limitations',
    'items',
    'page',
  ],
  reportedSprint: ['id', 'name', 'state', 'startDate', 'endDate', 'goal', 'targetPoints', 'updatedAt', 'reportEndAt'],
  workItem: [
    'id',
    'key',
    'revision',
    'projectId',
    'title',
    'description',
    'type',
    'status',
    'priority',
    'assignee',
    'reporter',
    'sprint',
    'parent',
    'labels',
    'storyPoints',
    'dueDate',
    'archivedAt',
    'createdAt',
    'updatedAt',
  ],
  workItemSummary: [
    'id',
    'key',
    'revision',
    'title',
    'type',
    'status',
    'priority',
    'assignee',
    'sprint',
    'parentId',
    'storyPoints',
    'dueDate',
    'archivedAt',
    'createdAt',
    'updatedAt',
  ],
  projectContext: ['id', 'key', 'name', 'color'],
  parent: ['id', 'key', 'title', 'type', 'status', 'priority'],
  watcher: ['workItemId', 'watched', 'manualWatch', 'assigneeOrigin', 'muted', 'assigned'],
  comment: [
    ...['id', 'workItemId', 'parentCommentId', 'author', 'body', 'deleted', 'createdAt', 'updatedAt', 'editedAt'],
    'mentions',
  ],
  link: ['id', 'relation', 'otherWorkItem', 'createdBy', 'createdAt'],
  linkedWorkItem: ['id', 'key', 'project', 'title', 'type', 'status'],
  projectLabel: ['id', 'name', 'color', 'createdAt'],
  label: ['id', 'name', 'color'],
  activity: ['id', 'action', 'actor', 'detail', 'createdAt'],
  projectActivity: ['id', 'action', 'actor', 'detail', 'createdAt', 'workItem'],
  squeakqlValidation: ['valid', 'languageVersion', 'errors'],
  projectReport: ['kind', 'generatedAt', 'parameters', 'definition', 'items', 'data', 'page', 'limitations', 'capped'],
  page: ['limit', 'hasMore', 'nextCursor'],
} as const;

/** The members of an object, sorted: to be compared with one of the lists above. */
export const membersOf = (object: object): string[] => Object.keys(object).sort();
export const sorted = (names: readonly string[]): string[] => [...names].sort();
