import { ApiSchema } from '@nestjs/swagger';
import type { SetJoinLink, WantedInvitation } from '@worktrack/application';
import { DisplayName, Email, ROLES, type Role } from '@worktrack/domain';
import { Each, Flag, Integer, ListOf, OneOf, Parsed, Text } from '../body/fields.js';
import type { JsonObject } from '../body/json.js';

const ADDRESS = [
  (text: string) => Email.parse(text.trim()),
  'an e-mail address',
  { type: 'string', format: 'email', maxLength: 254 },
] as const;

@ApiSchema({ description: 'One person to invite.' })
export class WantedInvitationBody {
  @Parsed(...ADDRESS, { description: 'The e-mail address of the person.' }) email!: Email;
  @OneOf(ROLES, { optional: true, default: 'member', description: 'The role in the Organization.' }) role?: Role;
  @Text({ least: 1, most: 500 }, { optional: true, nullable: true, description: 'Words of the inviter for the mail.' })
  message?: string | null;

  toCommand(): WantedInvitation {
    const { email, role = 'member', message = null } = this;
    return { email, role, message };
  }
}

@ApiSchema({ description: 'People to invite. Each gets a result of its own.' })
export class InviteMembersBody {
  @Each(WantedInvitationBody, { least: 1, most: 50 }, { description: 'The people, 1 to 50.' })
  invitations!: readonly JsonObject[];
}

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

@ApiSchema({ description: 'The join link of an Organization.' })
export class JoinLinkBody {
  @Integer({ least: 1, most: 30 }, { description: 'Days for which the link can be used.' }) expiresInDays!: number;
  @Integer({ least: 1, most: 500 }, { description: 'The most people who join by it.' }) mostUses!: number;
  @ListOf(
    (text) => (DOMAIN.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
    'a domain such as example.org',
    { least: 0, most: 20 },
    { type: 'string', maxLength: 253 },
    { optional: true, description: 'Domains of the addresses that can join. Absent or empty: any address.' },
  )
  domains?: readonly string[];

  toCommand(): SetJoinLink {
    const { expiresInDays, mostUses, domains = [] } = this;
    return { expiresInDays, mostUses, domains: [...new Set(domains)].sort() };
  }
}

/** The token of an invitation. */
export class InvitationTokenBody {
  /** The fragment of the link. */
  @Text({ least: 1, most: 1_024 }) token!: string;
}

/** The acceptance of an invitation. */
export class AcceptInvitationBody extends InvitationTokenBody {
  @Parsed(...ADDRESS, { optional: true }) email?: Email;
  @Parsed(
    (text) => DisplayName.parse(text),
    '1 to 255 characters in one line',
    { type: 'string', maxLength: 255 },
    { optional: true },
  )
  name?: DisplayName;
  @Text({ least: 1, most: 1_024 }, { optional: true }) password?: string;
  /** True: the account of the session joins although the invitation is for another address. */
  @Flag({ optional: true }) withAnotherAddress?: boolean;
}
