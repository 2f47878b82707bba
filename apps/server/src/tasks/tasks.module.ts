import { Module } from '@nestjs/common';
import { readLogLevel } from '../config.js';
import { logModule } from '../log.module.js';
import { openLog } from '../logging.js';
import { Administration } from './administration.js';
import { PurgeAttachmentsTask } from './attachments/purge.js';
import { DropAuditTask } from './audit/drop.js';
import { ExportAuditTask } from './audit/export.js';
import { AdoptBlobsTask } from './blobs/adopt.js';
import { SweepBlobsTask } from './blobs/sweep.js';
import { BackupTask } from './db/backup.js';
import { BackfillTask } from './db/backfill.js';
import { DistributeTask } from './db/distribute.js';
import { LoginsTask } from './db/logins.js';
import { MigrateTask } from './db/migrate.js';
import { RestoreTask } from './db/restore.js';
import { DatabaseStatusTask } from './db/status.js';
import { VerifyTask } from './db/verify.js';
import { NewEpochTask } from './feed/new-epoch.js';
import { PurgeIdempotencyTask } from './idempotency/purge.js';
import { RetireKeyTask } from './key/retire.js';
import { CreateInvitationTask } from './invitation/create.js';
import { ListInvitationsTask } from './invitation/list.js';
import { RevokeInvitationTask } from './invitation/revoke.js';
import { RotateKeyTask } from './key/rotate.js';
import { ListMailsTask } from './mail/list.js';
import { TestMailTask } from './mail/test.js';
import { AddMemberTask } from './member/add.js';
import { RemoveMemberTask } from './member/remove.js';
import { ChangeMemberTask } from './member/role.js';
import { ExportOpenApiTask } from './openapi/export.js';
import { SeedDemoTask } from './seed/demo.js';
import { CreateOrganizationTask } from './org/create.js';
import { ListOrganizationsTask } from './org/list.js';
import { QuotaTask } from './org/quota.js';
import { KeepOrganizationTask, RemoveOrganizationTask } from './org/removal.js';
import { ResumeOrganizationTask, SuspendOrganizationTask } from './org/suspension.js';
import { UpdateOrganizationTask } from './org/update.js';
import { ProvisionTask } from './provision/provision.js';
import { RebuildReportsTask } from './reports/rebuild.js';
import { TaskConfiguration } from './task-configuration.js';
import { TaskDatabase } from './task-database.js';
import { CreateTokenTask } from './token/create.js';
import { ListTokensTask } from './token/list.js';
import { RevokeTokenTask } from './token/revoke.js';
import { RotateTokenTask } from './token/rotate.js';
import { CreateUserTask } from './user/create.js';
import { ConfirmTask } from './user/confirm.js';
import { UpdateUserTask } from './user/update.js';
import { CreateLinkTask } from './user/link.js';
import { ListUsersTask } from './user/list.js';
import { SetPasswordTask } from './user/password.js';
import { RemoveUserTask } from './user/remove.js';
import { SignOutTask } from './user/sign-out.js';

/** All tasks of administration. None of them loads the HTTP adapter at start; a task that needs the database loads it. */
@Module({
  imports: [logModule(() => openLog(readLogLevel(), 'stderr'))],
  providers: [
    TaskConfiguration,
    TaskDatabase,
    Administration,
    MigrateTask,
    BackfillTask,
    LoginsTask,
    DatabaseStatusTask,
    DistributeTask,
    BackupTask,
    RestoreTask,
    VerifyTask,
    CreateOrganizationTask,
    ListOrganizationsTask,
    UpdateOrganizationTask,
    SuspendOrganizationTask,
    ResumeOrganizationTask,
    RemoveOrganizationTask,
    KeepOrganizationTask,
    QuotaTask,
    CreateUserTask,
    UpdateUserTask,
    RemoveUserTask,
    ListUsersTask,
    ConfirmTask,
    CreateLinkTask,
    SetPasswordTask,
    SignOutTask,
    AddMemberTask,
    ChangeMemberTask,
    RemoveMemberTask,
    CreateInvitationTask,
    ListInvitationsTask,
    RevokeInvitationTask,
    CreateTokenTask,
    ListTokensTask,
    RevokeTokenTask,
    RotateTokenTask,
    RotateKeyTask,
    RetireKeyTask,
    NewEpochTask,
    ProvisionTask,
    RebuildReportsTask,
    PurgeIdempotencyTask,
    PurgeAttachmentsTask,
    ExportAuditTask,
    DropAuditTask,
    AdoptBlobsTask,
    SweepBlobsTask,
    TestMailTask,
    ListMailsTask,
    SeedDemoTask,
    ExportOpenApiTask,
  ],
})
export class TasksModule {}
