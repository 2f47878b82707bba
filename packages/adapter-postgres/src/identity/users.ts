import type { UserListing, UserRecord, Users } from '@worktrack/application';
import { fold, type Email, type OrganizationId, type PublicUserId, type UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
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
  'removedAt',
);
const CHANGE_EMAIL = UserTable.saveAs('users.change-email', 'email', 'emailConfirmedAt');
const DELETE_MAILS = statement(
  'users.delete-mails',
  'delete from outbox where address = (select email from users where id = $1)',
);
const DELETE_AVATAR = statement('users.delete-avatar', 'delete from user_avatars where user_id = $1');
const DELETE_EMAIL_CHANGE = statement('users.delete-email-change', 'delete from email_changes where user_id = $1');

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
    const { email, name, foldedName, defaultOrganizationId } = REMOVED;
    // Before its address is gone.
    this.transaction.write(DELETE_MAILS, [id]);
    this.transaction.write(REMOVE_USER, [id, email, name, foldedName, defaultOrganizationId, at]);
    this.transaction.write(DELETE_AVATAR, [id]);
    this.transaction.write(DELETE_EMAIL_CHANGE, [id]);
  }
}

/** The values of a removed account. Its row stays: its public id is never reused, and history refers to it. */
const REMOVED = {
  email: null,
  name: 'Removed user',
  foldedName: 'removed user',
  defaultOrganizationId: null,
} as const;
