import { taskResult } from '../kit/task.js';
import { SCOPES } from '../kit/words.js';
import { anId, anInstant, type Caller as Credential, type Entity, type State } from '../model/state.js';

/** A fresh Organization, as the model knows it, with the tokens of its callers. */
export interface Home {
  readonly state: State;
  readonly tokens: Readonly<Record<string, string>>;
}

/** The Project that exists from the beginning: a token of one Project needs it. */
export const BASE = 'BASE';

const ROLES = ['owner', 'admin', 'member'] as const;
const READ = SCOPES.filter((scope) => scope.endsWith(':read'));

/** Each caller: the role of its user, its scopes, and whether its token is of one Project only. */
const CALLERS: Readonly<Record<string, { of: (typeof ROLES)[number]; scopes: Credential['scopes']; isNarrow?: true }>> =
  {
    owner: { of: 'owner', scopes: SCOPES },
    admin: { of: 'admin', scopes: SCOPES },
    member: { of: 'member', scopes: SCOPES },
    narrow: { of: 'member', scopes: SCOPES, isNarrow: true },
    reader: { of: 'admin', scopes: READ },
  };

/** Hands out Organizations that nobody has used. Each sequence of commands takes one. */
export class Homes {
  private readonly ready: Home[] = [];
  private made = 0;
  private making: Promise<void> | undefined;

  constructor(
    private readonly server: { readonly databaseUrl: string },
    /** The number of Organizations that are provisioned at a time. */
    private readonly batch: number,
    /** The beginning of their slugs. */
    private readonly prefix: string,
  ) {}

  /** Returns an Organization that nobody has used. */
  async take(): Promise<Home> {
    while (this.ready.length === 0) await (this.making ??= this.make().finally(() => (this.making = undefined)));
    return this.ready.pop()!;
  }

  private async make(): Promise<void> {
    const slugs = Array.from({ length: this.batch }, () => `${this.prefix}-${(this.made += 1)}`);
    const email = (slug: string, role: string): string => `${role}@${slug}.example.test`;
    const file = {
      users: slugs.flatMap((slug) =>
        ROLES.map((role) => ({ email: email(slug, role), name: `The ${role} of ${slug}` })),
      ),
      organizations: slugs.map((slug) => ({
        slug,
        name: `Home of ${slug}`,
        projects: [{ key: BASE, name: 'The first Project' }],
        members: ROLES.map((role) => ({ email: email(slug, role), role, username: `${role}.${slug}` })),
      })),
      tokens: slugs.flatMap((slug) =>
        Object.entries(CALLERS).map(([name, { of, scopes, isNarrow }]) => ({
          email: email(slug, of),
          name,
          scopes,
          org: slug,
          ...(isNarrow && { projects: [BASE] }),
        })),
      ),
    };
    const output = await taskResult(['provision', '--file', '-'], { ...this.server, input: JSON.stringify(file) });
    for (const slug of slugs) {
      const users = ROLES.map((role): Entity => {
        const { id, publicId } = output.users.find((one: any) => one.email === email(slug, role));
        return {
          id,
          publicId,
          email: email(slug, role),
          name: `The ${role} of ${slug}`,
          username: `${role}.${slug}`,
          role,
          joinedAt: anInstant(),
        };
      });
      const { id } = output.organizations.find((one: any) => one.slug === slug);
      const tokens = Object.fromEntries(
        Object.entries(CALLERS).map(([name, { of }]) => [
          name,
          output.tokens.find((one: any) => one.name === name && one.email === email(slug, of)).token as string,
        ]),
      );
      this.ready.push({ state: freshState(slug, String(id), users), tokens });
    }
  }
}

function freshState(slug: string, id: string, users: Entity[]): State {
  const [createdAt, updatedAt] = [anInstant(), anInstant()];
  const callers = Object.fromEntries(
    Object.entries(CALLERS).map(([name, { of, scopes, isNarrow = false }]): [string, Credential] => [
      name,
      {
        id: anId(),
        name,
        expiresAt: anInstant(),
        user: users.find(({ role }) => role === of)!,
        scopes,
        projects: isNarrow ? [BASE] : null,
        isInside: true,
      },
    ]),
  );
  const stranger = { ...callers.owner!, isInside: false };
  const organization = {
    id,
    slug,
    name: `Home of ${slug}`,
    description: null,
    plan: 'self_hosted',
    isDefault: true,
    suspended: false,
    timeZone: 'UTC',
    createdAt: anInstant(),
    updatedAt: anInstant(),
  };
  return {
    organization,
    users,
    callers: { ...callers, stranger },
    projects: [
      {
        id: anId(),
        organization,
        key: BASE,
        name: 'The first Project',
        description: null,
        color: '#6366f1',
        revision: 1,
        archivedAt: null,
        createdAt,
        updatedAt,
      },
    ],
    sprints: [],
    labels: [],
    items: [],
    comments: [],
    links: [],
    attachments: [],
    entries: [],
    replies: [],
  };
}
