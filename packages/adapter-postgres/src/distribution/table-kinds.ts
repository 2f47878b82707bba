/**
 * The tables whose rows belong to an Organization, each after the tables that its foreign keys name. Their column `organization_id` says
 * on which machine of a cluster a row is kept.
 */
export const OWNED_TABLES = [
  'projects',
  'project_counters',
  'sprints',
  'labels',
  'work_items',
  'work_item_labels',
  'work_item_history',
  'work_item_texts',
  'comments',
  'work_item_links',
  'work_item_positions',
  'work_item_watches',
  'mentions',
  'attachments',
  'attachment_usage',
  'sprint_commitments',
  'sprint_entries',
  'sprint_exits',
  'sprint_outcomes',
  'sprint_departures',
  'sprint_summaries',
  'saved_sprint_reports',
  'saved_sprint_report_pins',
  'saved_views',
  'saved_view_pins',
  'status_spans',
  'item_flow',
  'audit_log',
  'changes',
  'feed_heads',
  'webhooks',
  'webhook_attempts',
  'webhook_dead_letters',
] as const;

/** The tables whose rows belong to a user: their column `user_id` says on which machine of a cluster a row is kept. */
export const USER_TABLES = ['idempotency_records', 'idempotency_usage'] as const;

/** The tables of which every machine of a cluster has a copy, each after the tables that its foreign keys name: small, and read by all. */
export const REFERENCE_TABLES = [
  'organizations',
  'users',
  'user_avatars',
  'passwords',
  'sessions',
  'sign_in_links',
  'external_identities',
  'spent_proofs',
  'access_tokens',
  'memberships',
  'token_grants',
  'token_project_grants',
  'former_slugs',
  'handovers',
  'invitations',
  'join_links',
  'email_changes',
  'setup_links',
  'server_secrets',
] as const;

/** The tables that only the machine has to which the servers speak. */
export const LOCAL_TABLES = [
  'migrations',
  'leases',
  'blob_store',
  'replica_heartbeat',
  'audit_exports',
  'outbox',
  'change_queue',
  'release_files',
] as const;
