import type { UserListing, UserRecord, Users } from '@worktrack/application';
import { fold, type Email, type OrganizationId, type PublicUserId, type UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { HIDDEN } from './external-identities.js';
import { UserTable, type UserRow } from './user.table.js';

/** Finds and locks a user. With `for update`, the foreign-key checks of running requests would wait for administration. */
const FIND_USER = statement('users.find', `select ${UserTable.columns} from users where email = $1 for no key update`);

const LOCK_USER = statement(
  'users.lock',
  `select ${UserTable.columns} from users where id = $1 and removed_at is null for no key update`,
);

const LOCK_MEMBER = statement(
  'users.lock-member',
  `select ${UserTable.columns} from users
   where public_id = $1 and removed_at is null
     and exists (select from memberships member where member.organization_id = $2 and member.user_id = users.id)
   for no key update`,
);

const NAME_OF = statement('users.name-of', 'select name from users where id = $1 and removed_at is null');

const LIST_USERS = statement(
  'users.list',
  `select id, public_id as "publicId", email, name,
          array(select slug from memberships join organizations on organizations.id = organization_id
                where user_id = users.id order by slug) as organizations
   from users where removed_at is null order by email`,
);

const ADD_USER = UserTable.insertAs('users.add');
const SAVE_USER = UserTable.saveAs('users.save', 'name', 'foldedName', 'defaultOrganizationId', 'emailConfirmedAt');
const REMOVE_USER = UserTable.saveAs(
  'users.remove',
  'email',
  'name',
  'foldedName',
  'defaultOrganizationId',
  'emailConfirmedAt',
  'removedAt',
);
const CHANGE_EMAIL = UserTable.saveAs('users.change-email', 'email', 'emailConfirmedAt');
/** Those to the account, and to the address that it wanted next. */
const DELETE_MAILS = statement(
  'users.delete-mails',
  `delete from outbox
   where address in (select email from users where id = $1 union all select email from email_changes where user_id = $1)`,
);
const DELETE_GRANTS = statement(
  'users.delete-grants',
  'delete from token_grants where token_id in (select id from access_tokens where user_id = $1)',
);
const DELETE_TOKENS = statement('users.delete-tokens', 'delete from access_tokens where user_id = $1');
const DELETE_SESSIONS = statement('users.delete-sessions', 'delete from sessions where user_id = $1');
const DELETE_REPLIES = statement('users.delete-replies', 'delete from idempotency_records where user_id = $1');
/** Whoever it belonged to stays out: the identity is found by the hash of its subject. */
const HIDE_IDENTITIES = statement(
  'users.hide-identities',
  `update external_identities set subject = '${HIDDEN}' || encode(sha256(convert_to(subject, 'UTF8')), 'hex') where user_id = $1`,
);
const DELETE_AVATAR = statement('users.delete-avatar', 'delete from user_avatars where user_id = $1');
const DELETE_EMAIL_CHANGE = statement('users.delete-email-change', 'delete from email_changes where user_id = $1');

/** The deletions that go with an account, in this order. */
const DELETIONS = [
  DELETE_MAILS,
  DELETE_GRANTS,
  DELETE_TOKENS,
  DELETE_SESSIONS,
  DELETE_REPLIES,
  HIDE_IDENTITIES,
  DELETE_AVATAR,
  DELETE_EMAIL_CHANGE,
];

export class PostgresUsers implements Users {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(email: Email): Promise<UserRecord | undefined> {
    const [user] = await this.transaction.rows<UserRecord>(FIND_USER, [email]);
    return user;
  }

  async lock(id: UserId): Promise<UserRecord | undefined> {
    const [user] = await this.transaction.rows<UserRecord>(LOCK_USER, [id]);
    return user;
  }

  async lockMember(organization: OrganizationId, member: PublicUserId): Promise<UserRecord | undefined> {
    const [user] = await this.transaction.rows<UserRecord>(LOCK_MEMBER, [member, organization]);
    return user;
  }

  async nameOf(id: UserId): Promise<string | undefined> {
    const [user] = await this.transaction.rows<{ name: string }>(NAME_OF, [id]);
    return user?.name;
  }

  list(): Promise<readonly UserListing[]> {
    return this.transaction.rows<UserListing>(LIST_USERS, []);
  }

  add(user: UserRecord): void {
    const row: UserRow = { ...user, foldedName: fold(user.name), removedAt: null };
    this.transaction.write(ADD_USER, UserTable.insertValues(row));
  }

  save({ id, name, defaultOrganizationId, emailConfirmedAt }: UserRecord): void {
    this.transaction.write(SAVE_USER, [id, name, fold(name), defaultOrganizationId, emailConfirmedAt]);
  }

  changeEmail(id: UserId, email: Email, confirmedAt: Date | null): void {
    this.transaction.write(CHANGE_EMAIL, [id, email, confirmedAt]);
  }

  remove(id: UserId, at: Date): void {
    const { email, name, foldedName, defaultOrganizationId, emailConfirmedAt } = REMOVED;
    // Before its addresses are gone.
    for (const deletion of DELETIONS) this.transaction.write(deletion, [id]);
    this.transaction.write(REMOVE_USER, [id, email, name, foldedName, defaultOrganizationId, emailConfirmedAt, at]);
  }
}

/** The values of a removed account. Its row stays: its public id is never reused, and history refers to it. */
const REMOVED = {
  email: null,
  name: 'Removed user',
  foldedName: 'removed user',
  defaultOrganizationId: null,
  emailConfirmedAt: null,
} as const;
