export { FIRST_INSTANT, LAST_INSTANT, type Bounds } from './shared/bounds.js';
export type { Brand } from './shared/brand.js';
export { Calendar, CalendarDay, offsetsOfRuntime, type ClockOffset, type OffsetAt } from './shared/calendar.js';
export { TimeZone } from './shared/time-zone.js';
export { Color } from './shared/color.js';
export { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from './shared/durations.js';
export {
  DOMAIN_ERRORS,
  DomainError,
  EXTENSION_ERRORS,
  invalid,
  type DomainErrorCode,
  type RefusalDetails,
} from './shared/refusal.js';
export { expectRevision, type ExpectedRevision } from './shared/revision.js';
export { compareText, fold, isCleanText, lengthOf, trim } from './shared/text.js';
export { isUuid } from './shared/uuid.js';
export type {
  AccessTokenId,
  AttachmentId,
  CommentId,
  CredentialId,
  LabelId,
  LinkId,
  OrganizationId,
  ProjectId,
  SessionId,
  SavedSprintReportId,
  SavedViewId,
  WebhookId,
  SprintId,
  UserId,
  WorkItemId,
} from './identity/ids.js';
export {
  assertOwnerRemains,
  changedMembership,
  membershipWithRole,
  type MembershipChanges,
  type MembershipRecord,
} from './identity/membership.js';
export { DisplayName } from './identity/display-name.js';
export { Email, PublicUserId, Slug, Username } from './identity/names.js';
export { ROLES, satisfies, type Role } from './identity/role.js';
export {
  ALL_SCOPES,
  EXTENSION_SCOPES,
  SCOPES,
  covers,
  inCanonicalOrder,
  scopesOfV1,
  type AnyScope,
  type Scope,
} from './identity/scope.js';
export {
  PROJECT_BOUNDS,
  Project,
  type NewProject,
  type ProjectChanges,
  type ProjectRecord,
} from './project/project.js';
export { ProjectKey } from './project/project-key.js';
export {
  LIMITED_STATUSES,
  WORK_LIMIT_BOUNDS,
  type LimitedStatus,
  type WorkLimitChanges,
  type WorkLimits,
} from './project/work-limits.js';
export {
  LABEL_BOUNDS,
  Label,
  LabelName,
  MOST_LABELS,
  assertRoomForLabel,
  type LabelChanges,
  type LabelFacts,
  type LabelRecord,
} from './label/label.js';
export {
  ageingWip,
  type AgeingAssignee,
  type AgeingBucket,
  type AgeingSort,
  type AgeingWipFacts,
  type AgeingWipFigures,
  type AgeingWipRow,
  type AgeingWork,
} from './reports/ageing-wip.js';
export {
  controlChart,
  type ControlChartFacts,
  type ControlChartFigures,
  type ControlChartRow,
  type ControlMeasure,
  type FinishedWork,
} from './reports/control-chart.js';
export {
  createdVsResolved,
  type CreatedVsResolvedFacts,
  type CreatedVsResolvedFigures,
  type CreatedVsResolvedRow,
  type FlowCounts,
  type IntervalFlow,
} from './reports/created-vs-resolved.js';
export {
  cumulativeFlow,
  flowSnapshots,
  type CumulativeFlowFacts,
  type CumulativeFlowFigures,
  type CumulativeFlowRow,
  type FlowChange,
  type FlowSnapshot,
  type FlowStock,
  type FlowUnit,
} from './reports/cumulative-flow.js';
export {
  distribution,
  type DistributionFacts,
  type DistributionFigures,
  type DistributionGroup,
  type DistributionRow,
  type DistributionScope,
  type GroupedWork,
} from './reports/distribution.js';
export {
  epicProgress,
  type EpicProgressFacts,
  type EpicProgressFigures,
  type EpicOrder,
  type EpicProgressRow,
  type EpicSort,
  type ListedEpics,
  type ShownEpic,
} from './reports/epic-progress.js';
export type { IdColumn } from './reports/columns.js';
export {
  controlChartFrom,
  createdVsResolvedFrom,
  cumulativeFlowFrom,
  type HistorySpan,
} from './reports/flow-from-history.js';
export type { ItemHistory, ReportedChange } from './reports/item-history.js';
export { sprintFactsFrom, velocityFrom, type SprintOfHistory } from './reports/sprint-from-history.js';
export { ageingWipFrom, distributionFrom, epicProgressFrom, facesFrom } from './reports/standing-from-history.js';
export type { MetricCount } from './reports/metric-count.js';
export type { FaceOf, WorkItemFace } from './reports/work-item-face.js';
export {
  REPORT_LIMITATIONS,
  comparePlaces,
  type Place,
  type Report,
  type ReportLimitation,
  type ReportRows,
  type RowsOfItems,
} from './reports/report-rows.js';
export {
  daysOf,
  intervalsOf,
  spanOf,
  type DayInterval,
  type Interval,
  type Span,
  type RequestedSpan,
} from './reports/span.js';
export {
  velocity,
  type SprintVelocity,
  type VelocityFigures,
  type VelocityRow,
  type VelocityUnit,
} from './reports/velocity.js';
export {
  figureLimitations,
  sprintFigures,
  type FigureFacts,
  type FigureLimitation,
  type SprintFigures,
} from './reports/sprint-figures.js';
export { sprintSummary, type SprintSummary } from './reports/sprint-summary.js';
export type { Burndown, BurndownDay, BurndownPoint } from './reports/sprint-burndown.js';
export type {
  CommittedItem,
  EpisodeEnd,
  ReportedItem,
  SprintDestination,
  SprintEpisode,
  SprintFacts,
  WorkStanding,
} from './reports/sprint-facts.js';
export {
  sprintReport,
  type Percentages,
  type ScopeChange,
  type SprintCarryover,
  type SprintFeedEntry,
  type SprintLimitation,
  type SprintReport,
  type SprintReportMode,
  type SprintReportRow,
} from './reports/sprint-report.js';
export {
  DEFAULT_SPRINT_REPORT_SETTINGS,
  MOST_SAVED_SPRINT_REPORTS,
  MOVING_SPRINTS,
  SAVED_SPRINT_REPORT_BOUNDS,
  SPRINT_REPORT_SECTIONS,
  SPRINT_REPORT_THEMES,
  SPRINT_REPORT_UNITS,
  SavedSprintReport,
  assertRoomForPin,
  isMovingSprint,
  type ChosenSprint,
  type MovingSprint,
  type NewSavedSprintReport,
  type SavedSprintReportChanges,
  type SavedSprintReportContent,
  type SavedSprintReportFacts,
  type SavedSprintReportRecord,
  type SprintReportSection,
  type SprintReportSettings,
} from './saved-sprint-report/saved-sprint-report.js';
export {
  DEFAULT_VIEW_COLUMNS,
  MOST_SAVED_VIEWS,
  SAVED_VIEW_BOUNDS,
  SavedView,
  VIEW_COLUMNS,
  VIEW_GROUPINGS,
  VIEW_LAYOUTS,
  assertRoomForViewPin,
  type NewSavedView,
  type SavedViewChanges,
  type SavedViewContent,
  type SavedViewFacts,
  type SavedViewRecord,
  type ViewColumn,
  type ViewGrouping,
  type ViewLayout,
} from './saved-view/saved-view.js';
export {
  WATCH_ACTIONS,
  changedWatch,
  watchOf,
  type WatchAction,
  type WatchFacts,
  type WatchRecord,
  type WatchState,
} from './watch/watch.js';
export type { Carryover } from './sprint/carryover.js';
export type { Commitment } from './sprint/commitment.js';
export { endedSprint, type EndedSprint, type SprintOutcome } from './sprint/outcome.js';
export { SPRINT_BOUNDS, endsBeforeItStarts } from './sprint/plan.js';
export type { NewSprint, SprintPlan, SprintPlanChanges, SprintRecord, SprintUse } from './sprint/record.js';
export { Sprint, type Completion } from './sprint/sprint.js';
export { SPRINT_STATES, SPRINT_TRANSITIONS, type SprintState } from './sprint/state.js';
export type {
  ChangeBeside,
  ChangeOfMany,
  FromTo,
  HistoryAction,
  HistoryChange,
  HistoryEvent,
  InitialState,
  LinkSide,
  RecordedAttachment,
} from './activity/history.js';
export { Attachment, type AttachmentRecord, type BlobName, type NewAttachment } from './attachment/attachment.js';
export { FileName } from './attachment/file-name.js';
export { MediaType } from './attachment/media-type.js';
export {
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TRANSITIONS,
  WORK_ITEM_TYPES,
  allowedTargets,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from './work-item/status.js';
export { WorkItemKey, compareKeys, type KeyParts } from './work-item/work-item-key.js';
export {
  WORD_FIELDS,
  WORK_ITEM_FIELDS,
  WORK_ITEM_FIELD_NAMES,
  givenFieldsOf,
  isWordField,
  newFieldsOf,
  type GivenFields,
  type NewWorkItemFields,
  type WordField,
  type WorkItemField,
  type WorkItemFieldValues,
  type WorkItemFieldViews,
} from './work-item/fields.js';
export { reassigned, type AssignedItem, type Handover, type Reassignment } from './work-item/reassignment.js';
export {
  RESTORABLE_DAYS,
  deletedAlong,
  erasureDueAt,
  type DeletionFacts,
  type KeptReferences,
} from './work-item/deletion.js';
export { STATUS_ORDER, compareByRank, type Ranked } from './work-item/rank.js';
export { LONGEST_CHAIN, assertCanBeParent, type ParentFacts, type TreeFacts } from './work-item/parent.js';
export type { NewWorkItem, WorkItemChanges, WorkItemContent, WorkItemRecord } from './work-item/record.js';
export { WorkItem } from './work-item/work-item.js';
export { MOST_MENTIONED, mentionsIn, type NamedPerson } from './mention/mentions.js';
export { COMMENT_BOUNDS, Comment, type CommentRecord, type NewComment } from './comment/comment.js';
export { LINK_RELATIONS, seenFromOtherSide, type LinkRelation } from './link/link-relation.js';
export { WorkItemLink, type LinkRecord, type NewLink } from './link/work-item-link.js';
export {
  WEBHOOK_PAUSE_REASONS,
  WEBHOOK_REFUSAL_SECONDS,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_STATES,
  answerOfStatus,
  stepAfterFailure,
  type FailedAttempts,
  type NextStep,
  type WebhookAnswer,
  type WebhookPauseReason,
  type WebhookState,
} from './webhook/retries.js';
export {
  MOST_WEBHOOKS,
  WEBHOOK_BOUNDS,
  Webhook,
  type FeedRange,
  type NewWebhook,
  type WebhookChanges,
  type WebhookContent,
  type WebhookRecord,
} from './webhook/webhook.js';
