import type { UserListing, UserRecord, Users } from '@worktrack/application';
import type { Email, UserId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { searchable } from '../recording/search-text.js';
import { UserTable, type UserRow } from './user.table.js';

/** Not "for update": the foreign keys of requests in flight would have to wait for administration. */
const FIND_USER = statement('users.find', `select ${UserTable.columns} from users where email = $1 for no key update`);

const LIST_USERS = statement(
  'users.list',
  `select id, public_id as "publicId", email, name,
          array(select slug from memberships join organizations on organizations.id = organization_id
                where user_id = users.id order by slug) as organizations
   from users where removed_at is null order by email`,
);

const INSERT_USER = UserTable.insertAs('users.add');

const CHANGING = ['name', 'foldedName', 'defaultOrganizationId'] as const;
const UPDATE_USER = UserTable.saveAs('users.save', ...CHANGING);

/** The row stays: its public id is never given again, and history points at it. */
const REMOVE = statement(
  'users.remove',
  `update users set email = null, name = 'Removed user', folded_name = 'removed user', default_organization_id = null, removed_at = $2 where id = $1`,
);

const FORGET_AVATAR = statement('users.forget-avatar', `delete from user_avatars where user_id = $1`);

export class PostgresUsers implements Users {
  constructor(private readonly session: Session) {}

  async find(email: Email): Promise<UserRecord | undefined> {
    const [user] = await this.session.rows<UserRecord>(FIND_USER, [email]);
    return user;
  }

  list(): Promise<readonly UserListing[]> {
    return this.session.rows<UserListing>(LIST_USERS, []);
  }

  add(user: UserRecord): void {
    this.session.write(INSERT_USER, UserTable.insertValues(rowOf(user)));
  }

  save(user: UserRecord): void {
    this.session.write(UPDATE_USER, UserTable.saveValues(rowOf(user), ...CHANGING));
  }

  remove(id: UserId, at: Date): void {
    this.session.write(REMOVE, [id, at]);
    this.session.write(FORGET_AVATAR, [id]);
  }
}

function rowOf(user: UserRecord): UserRow {
  return { ...user, foldedName: searchable(user.name), removedAt: null };
}
