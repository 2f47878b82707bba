import { ROWS_ARE_CHANGED } from './terms.js';

/** Tables of the servers of an installation: stored replies, keys, leases and the like. */
export const INSTALLATION = /* sql */ `
-- The replies that were given to mutations. Large ones are in the TOAST table, which has settings of its own.
create table idempotency_records (
  user_id uuid not null constraint idempotency_key_is_of_a_user references users (id),
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  etag text,
  location text,
  body bytea,
  -- In place of the body, where that is long. PostgreSQL need not try to compress it again.
  body_gzip bytea,
  project_ids uuid[] not null,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
) with (${ROWS_ARE_CHANGED},
  toast.autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_vacuum_threshold = 1000);
alter table idempotency_records alter column body_gzip set storage external;
create index idempotency_records_by_age on idempotency_records (created_at);

-- How many bytes of replies were stored for a user in an hour. In several slots, so that mutations of one user that commit at the
-- same moment rarely wait for each other. Room in each page keeps the many updates of a row from writing to the indexes.
create table idempotency_usage (
  user_id uuid not null,
  hour timestamptz(3) not null,
  slot smallint not null,
  bytes bigint not null,
  primary key (user_id, hour, slot)
) with (fillfactor = 50);
create index idempotency_usage_by_age on idempotency_usage (hour);

-- The newest of the keys that seal cursors signs. The first one is older than all others.
create table server_secrets (
  name text collate "C" primary key,
  value bytea not null,
  created_at timestamptz(3) not null default '1970-01-01T00:00:00Z'
);

-- The store of attachment bytes that belongs to this database.
create table blob_store (
  only_row boolean primary key default true constraint database_has_one_store check (only_row),
  store_id uuid not null,
  -- Which database was tied to the store: a copy of the database has the same row, but another identity.
  database_identity text collate "C"
);

-- Work that one process at a time can do.
create table leases (
  name text collate "C" primary key,
  holder uuid not null,
  held_until timestamptz(3) not null
);

-- The heartbeat, by which a replica shows up to which instant it has everything. The servers write its row.
create table replica_heartbeat (
  is_only boolean primary key constraint replica_heartbeat_is_one_row check (is_only),
  at timestamptz(3) not null
);
`;
