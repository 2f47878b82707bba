import type { MigrationInterface } from 'typeorm';
import { Baseline1798070404000 } from './0001-baseline.js';
import { Mail1798070405000 } from './0002-mail.js';
import { Oidc1798070406000 } from './0003-oidc.js';
import { TimeZone1798070407000 } from './0004-time-zone.js';
import { Team1798070408000 } from './0005-team.js';
import { MailedLinks1798070409000 } from './0006-mailed-links.js';
import { Deletion1798070410000 } from './0007-deletion.js';
import { ReleaseFiles1798070411000 } from './0008-release-files.js';
import { SavedViews1798070412000 } from './0009-saved-views.js';
import { Position1798070413000 } from './0010-position.js';
import { DeletedWorkItems1798070415000 } from './0012-deleted-work-items.js';
import { Feed1798070416000 } from './0013-feed.js';
import { WorkLimits1798070417000 } from './0014-work-limits.js';
import { Watching1798070418000 } from './0015-watching.js';
import { Webhooks1798070419000 } from './0016-webhooks.js';
import { Moves1798070420000 } from './0017-moves.js';

type Migration = new () => MigrationInterface & { readonly name: string };

/** In the order they run. One that has been released is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  Baseline1798070404000,
  Mail1798070405000,
  Oidc1798070406000,
  TimeZone1798070407000,
  Team1798070408000,
  MailedLinks1798070409000,
  Deletion1798070410000,
  ReleaseFiles1798070411000,
  SavedViews1798070412000,
  Position1798070413000,
  DeletedWorkItems1798070415000,
  Feed1798070416000,
  WorkLimits1798070417000,
  Watching1798070418000,
  Webhooks1798070419000,
  Moves1798070420000,
];

/** The name under which TypeORM remembers each. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map((Migration) => new Migration().name);

/** The name of the newest migration. */
export const LAST_MIGRATION = MIGRATION_NAMES.at(-1) ?? '';

/** The migrations up to the one with this name [all]. */
export const migrationsUpTo = (last: string | undefined): Migration[] =>
  MIGRATIONS.slice(0, last === undefined ? undefined : MIGRATION_NAMES.indexOf(last) + 1);
