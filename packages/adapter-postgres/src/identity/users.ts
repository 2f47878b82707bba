import type { UserListing, UserRecord, Users } from '@worktrack/application';
import type { Email, UserId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { searchable } from '../recording/search-text.js';

/** Not "for update": the foreign keys of requests in flight would have to wait for administration. */
const FIND = statement(
  'users.find',
  `select id, public_id as "publicId", email, name, default_organization_id as "defaultOrganizationId",
          created_at as "createdAt"
   from users where email = $1 for no key update`,
);

const LIST = statement(
  'users.list',
  `select id, public_id as "publicId", email, name,
          array(select slug from memberships join organizations on organizations.id = organization_id
                where user_id = users.id order by slug) as organizations
   from users where removed_at is null order by email`,
);

const ADD = statement(
  'users.add',
  `insert into users (id, public_id, email, name, folded_name, default_organization_id, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const SAVE = statement(
  'users.save',
  `update users set name = $2, folded_name = $3, default_organization_id = $4 where id = $1`,
);

/** The row stays: its public id is never given again, and history points at it. */
const REMOVE = statement(
  'users.remove',
  `update users set email = null, name = 'Removed user', folded_name = 'removed user', default_organization_id = null, removed_at = $2 where id = $1`,
);

const FORGET_AVATAR = statement('users.forget-avatar', `delete from user_avatars where user_id = $1`);

export class PostgresUsers implements Users {
  constructor(private readonly session: Session) {}

  async find(email: Email): Promise<UserRecord | undefined> {
    const [user] = await this.session.rows<UserRecord>(FIND, [email]);
    return user;
  }

  list(): Promise<readonly UserListing[]> {
    return this.session.rows<UserListing>(LIST, []);
  }

  add({ id, publicId, email, name, defaultOrganizationId, createdAt }: UserRecord): void {
    this.session.write(ADD, [id, publicId, email, name, searchable(name), defaultOrganizationId, createdAt]);
  }

  save({ id, name, defaultOrganizationId }: UserRecord): void {
    this.session.write(SAVE, [id, name, searchable(name), defaultOrganizationId]);
  }

  remove(id: UserId, at: Date): void {
    this.session.write(REMOVE, [id, at]);
    this.session.write(FORGET_AVATAR, [id]);
  }
}
