import { ALL_SCOPES, type AnyScope } from './words.js';

/** A user, an Organization and a token as `provision` takes them. */
interface ProvisionFile {
  readonly users: { email: string; name: string }[];
  readonly organizations: {
    slug: string;
    name: string;
    timeZone?: string;
    members: { email: string; role: string; username?: string }[];
    projects: { key: string; name: string }[];
  }[];
  readonly tokens: {
    email: string;
    name: string;
    scopes: readonly string[] | 'all';
    org: string | string[];
    projects?: string[];
  }[];
}

export interface ProvisionedUser {
  readonly id: string;
  readonly publicId: string;
  readonly email: string;
  readonly name: string;
}

/** The world of one suite: Organizations, people and tokens that no other suite touches. */
export interface ProvisionedWorld {
  readonly slug: string;
  readonly users: Readonly<Record<string, ProvisionedUser>>;
  readonly tokens: Readonly<Record<string, { readonly token: string; readonly credentialId: string }>>;
}

type Role = 'owner' | 'admin' | 'member';

interface TokenWish {
  readonly of: string;
  readonly scopes?: readonly AnyScope[] | 'all';
  readonly in: readonly string[];
  readonly projects?: readonly string[];
}

/** Collects the part of the provision file that belongs to one world. */
class Draft {
  constructor(
    readonly slug: string,
    private readonly file: ProvisionFile,
  ) {}

  email(user: string): string {
    return `${user}@${this.slug}.example.test`;
  }

  user(user: string): this {
    this.file.users.push({ email: this.email(user), name: `${user} of ${this.slug}` });
    return this;
  }

  /** Adds a user of this name, who is a member of the world's own Organization. */
  member(user: string, name: string, username?: string): this {
    const email = this.email(user);
    this.file.users.push({ email, name });
    const home = this.file.organizations.find(({ slug }) => slug === this.slug);
    home?.members.push({ email, role: 'member', ...(username === undefined ? {} : { username }) });
    return this;
  }

  organization(
    slug: string,
    name: string,
    members: Readonly<Record<string, Role>>,
    projects: Readonly<Record<string, string>>,
    timeZone?: string,
  ): this {
    this.file.organizations.push({
      slug,
      name,
      ...(timeZone === undefined ? {} : { timeZone }),
      members: Object.entries(members).map(([user, role]) => ({
        email: this.email(user),
        role,
        // The stranger has no username, so that the tests also cover a missing one.
        ...(user === 'stranger' ? {} : { username: `${user}.here` }),
      })),
      projects: Object.entries(projects).map(([key, title]) => ({ key, name: title })),
    });
    return this;
  }

  token(name: string, { of, scopes = 'all', in: slugs, projects }: TokenWish): this {
    this.file.tokens.push({
      email: this.email(of),
      name,
      scopes,
      org: slugs.length === 1 ? slugs[0]! : [...slugs],
      ...(projects === undefined ? {} : { projects: [...projects] }),
    });
    return this;
  }
}

/**
 * Every world: its Organization with an owner, an admin, two members and the Projects WEB and HAM; `<slug>-foreign`,
 * which belongs to the stranger; a traveller who is a member of both; and a token of each, all scopes.
 */
function population(draft: Draft): void {
  const { slug } = draft;
  const home = [slug];
  for (const user of ['owner', 'admin', 'member', 'colleague', 'traveller', 'stranger']) draft.user(user);
  draft
    .organization(
      slug,
      `Home of ${slug}`,
      { owner: 'owner', admin: 'admin', member: 'member', colleague: 'member', traveller: 'member' },
      { WEB: 'Website', HAM: 'Hammer' },
    )
    .organization(
      `${slug}-foreign`,
      `Abroad of ${slug}`,
      { stranger: 'owner', traveller: 'member' },
      { WEB: 'Another website', FOR: 'Foreign' },
    )
    .token('owner', { of: 'owner', in: home })
    .token('admin', { of: 'admin', in: home })
    .token('member', { of: 'member', in: home })
    .token('stranger', { of: 'stranger', in: [`${slug}-foreign`] })
    .token('traveller', { of: 'traveller', in: [slug, `${slug}-foreign`] })
    .token('owner of WEB only', { of: 'owner', in: home, projects: ['WEB'] });
}

/** `<slug>-asleep`: to be suspended by its suite; the owner, the admin and the member belong to it too. */
function withSleepingOrganization(draft: Draft): void {
  const { slug } = draft;
  const asleep = `${slug}-asleep`;
  draft
    .organization(
      asleep,
      `Asleep of ${slug}`,
      { owner: 'owner', admin: 'admin', member: 'member' },
      { WEB: 'Sleeping website' },
    )
    .token('admin there', { of: 'admin', in: [asleep] })
    .token('admin there without write', { of: 'admin', in: [asleep], scopes: ['organization:read', 'project:read'] })
    .token('member there', { of: 'member', in: [asleep] })
    .token('member there without write', { of: 'member', in: [asleep], scopes: ['project:read'] })
    .token('owner here and there', { of: 'owner', in: [slug, asleep] });
}

/** Adds two tokens of the owner for each scope: one with only this scope, one with all but it and the scopes that imply it. */
function withEachScope(draft: Draft): void {
  const implies = (other: AnyScope, scope: AnyScope): boolean =>
    other === scope || (scope === 'attachment:read' && other.startsWith('attachment:'));
  for (const scope of ALL_SCOPES) {
    draft.token(`only ${scope}`, { of: 'owner', in: [draft.slug], scopes: [scope] }).token(`all but ${scope}`, {
      of: 'owner',
      in: [draft.slug],
      scopes: ALL_SCOPES.filter((other) => !implies(other, scope)),
    });
  }
}

/** Adds 20 tokens of the member, who belongs to two Organizations, and 10 of the colleague. */
function withManyCredentials(draft: Draft): void {
  withSleepingOrganization(draft);
  const { slug } = draft;
  for (let n = 1; n <= 20; n += 1) draft.token(`member ${n}`, { of: 'member', in: [slug, `${slug}-asleep`] });
  for (let n = 1; n <= 10; n += 1) draft.token(`colleague ${n}`, { of: 'colleague', in: [slug] });
}

/** The Organizations that are in a time zone, by what follows the slug of their world. */
export const ZONES = {
  'los-angeles': 'America/Los_Angeles',
  havana: 'America/Havana',
  berlin: 'Europe/Berlin',
  tokyo: 'Asia/Tokyo',
  apia: 'Pacific/Apia',
  kiritimati: 'Pacific/Kiritimati',
} as const;

/** Adds an Organization in each of some zones, with a Project WEB, its owner and a member. */
function withZones(draft: Draft): void {
  const { slug } = draft;
  const slugs = Object.entries(ZONES).map(([place, timeZone]) => {
    const there = `${slug}-${place}`;
    draft.organization(
      there,
      `${place} of ${slug}`,
      { owner: 'owner', member: 'member' },
      { WEB: 'Website' },
      timeZone,
    );
    return there;
  });
  draft.token('owner everywhere', { of: 'owner', in: slugs });
}

const ordinary = (): void => undefined;

/** Members of the directory whose names the search has to take literally, and two who share one. */
export const DIRECTORY_NAMES = ['Éva STRASSE', '100% Steve', 'Under_score', 'Twin', 'Twin', 'ΟΔΥΣΣΕΥΣ'];

/** A person's name that would end the script element in which a page carries it, and run another one. */
export const HOSTILE_NAME = 'Mallory</script><script>globalThis.stolen = "name"</script>';

/** The worlds, and the additions of each to the common population. */
const PLANS = {
  username: withSleepingOrganization,
  'own-tokens': ordinary,
  'own-profile': ordinary,
  'own-email': ordinary,
  'account-page': ordinary,
  settings: ordinary,
  'foreign-pages': ordinary,
  reference: ordinary,
  'reference-page': ordinary,
  identity: (draft: Draft) =>
    draft
      .token('traveller abroad', { of: 'traveller', in: [`${draft.slug}-foreign`] })
      .token('shuffled scopes', {
        of: 'member',
        in: [draft.slug],
        scopes: ['work_item:write', 'attachment:delete', 'profile:read', 'organization:read', 'attachment:write'],
      })
      .token('to expire', { of: 'member', in: [draft.slug] })
      .token('to revoke', { of: 'member', in: [draft.slug] })
      .token('the colleague', { of: 'colleague', in: [draft.slug] }),
  organizations: (draft: Draft) => {
    const names = { zeta: 'Zeta', alpha: 'alpha', eclair: 'Éclair', beta: 'Beta', 'beta-two': 'Beta' };
    draft.user('nomad');
    for (const [suffix, name] of Object.entries(names)) {
      draft.organization(`${draft.slug}-${suffix}`, name, { owner: 'owner', nomad: 'member' }, {});
    }
    draft.token('nomad', { of: 'nomad', in: Object.keys(names).map((suffix) => `${draft.slug}-${suffix}`) });
    withSleepingOrganization(draft);
  },
  'own-organizations': ordinary,
  'former-slugs': ordinary,
  'removal-in-flight': (draft: Draft) => {
    for (const user of ['writer', 'uploader', 'reader']) {
      draft.member(user, `The ${user}`, user).token(user, { of: user, in: [draft.slug] });
    }
  },
  members: (draft: Draft) => {
    for (let n = 1; n <= 24; n += 1) draft.member(`person${n}`, `Person ${n} of the members`, `person${n}`);
    draft.user('second');
    const owners: Record<string, Role> = { owner: 'owner', second: 'owner' };
    draft.organization(`${draft.slug}-owned`, 'Owned by two', owners, {});
    for (const user of ['person1', 'person2', 'person3', 'person4']) draft.token(user, { of: user, in: [draft.slug] });
    draft.token('second', { of: 'second', in: [`${draft.slug}-owned`] });
    draft.token('owner of both', { of: 'owner', in: [draft.slug, `${draft.slug}-owned`] });
  },
  invitations: ordinary,
  feed: withEachScope,
  positions: ordinary,
  watchers: ordinary,
  mentions: ordinary,
  'work-limits': ordinary,
  'deleted-work-items': ordinary,
  'web-deleted-work-items': ordinary,
  projects: ordinary,
  'time-zones': withZones,
  'web-time-zones': withZones,
  'work-items': (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  lists: ordinary,
  profiles: (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('admin here and there', { of: 'admin', in: [draft.slug, `${draft.slug}-asleep`] })
      .token('owner of HAM only', { of: 'owner', in: [draft.slug], projects: ['HAM'] })
      .token('colleague', { of: 'colleague', in: [draft.slug] });
  },
  statistics: (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  avatars: ordinary,
  directory: (draft: Draft) => {
    withSleepingOrganization(draft);
    DIRECTORY_NAMES.forEach((name, at) => draft.member(`person${at}`, name, at === 0 ? 'Eva.S' : undefined));
    draft.token('traveller of WEB only', { of: 'traveller', in: [draft.slug], projects: ['WEB'] });
  },
  across: (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('admin here and there', { of: 'admin', in: [draft.slug, `${draft.slug}-asleep`] })
      .token('traveller of WEB only', { of: 'traveller', in: [draft.slug], projects: ['WEB'] })
      .token('traveller of HAM here', { of: 'traveller', in: [draft.slug], projects: ['HAM'] });
  },
  'random-filters': (draft: Draft) =>
    draft
      .token('traveller of WEB only', { of: 'traveller', in: [draft.slug], projects: ['WEB'] })
      .token('traveller mixed', { of: 'traveller', in: [`${draft.slug}-foreign`] }),
  'list-filters': ordinary,
  search: (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  'search-limits': ordinary,
  'slow-search': ordinary,
  'slow-report': ordinary,
  'search-page': (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  'search-language': (draft: Draft) =>
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('owner of HAM only', { of: 'owner', in: [draft.slug], projects: ['HAM'] }),
  'list-cursors': ordinary,
  'list-random': ordinary,
  'list-walks': ordinary,
  transitions: ordinary,
  hierarchy: ordinary,
  archive: ordinary,
  deletion: ordinary,
  labels: ordinary,
  bulk: ordinary,
  sprints: ordinary,
  'sprint-transitions': ordinary,
  reports: (draft: Draft) =>
    draft
      .token('reads projects', { of: 'owner', in: [draft.slug], scopes: ['project:read'] })
      .token('reads items', { of: 'owner', in: [draft.slug], scopes: ['work_item:read'] })
      .token('owner of HAM only', { of: 'owner', in: [draft.slug], projects: ['HAM'] }),
  'documented-reports': ordinary,
  'report-exports': ordinary,
  'report-pages': ordinary,
  'report-rules': ordinary,
  'report-examples': ordinary,
  'report-filters': ordinary,
  'sprint-report': ordinary,
  attachments: (draft: Draft) =>
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('reads attachments', { of: 'owner', in: [draft.slug], scopes: ['attachment:read'] })
      .token('writes attachments', { of: 'owner', in: [draft.slug], scopes: ['attachment:write'] })
      .token('deletes attachments', { of: 'owner', in: [draft.slug], scopes: ['attachment:delete'] }),
  uploads: ordinary,
  shipped: ordinary,
  activity: (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  order: (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('admin without write', { of: 'admin', in: [draft.slug], scopes: ['organization:read', 'project:read'] })
      .token('member without write', { of: 'member', in: [draft.slug], scopes: ['work_item:read', 'project:read'] });
  },
  values: ordinary,
  visibility: withSleepingOrganization,
  redaction: (draft: Draft) => {
    withSleepingOrganization(draft);
    draft.token('colleague', { of: 'colleague', in: [draft.slug] });
  },
  authorisation: (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('owner of HAM only', { of: 'owner', in: [draft.slug], projects: ['HAM'] })
      .token('to revoke', { of: 'owner', in: [draft.slug] })
      .token('to expire', { of: 'owner', in: [draft.slug] })
      .token('former member', { of: 'colleague', in: [draft.slug] });
    withEachScope(draft);
  },
  shell: ordinary,
  door: withSleepingOrganization,
  'door-authorisation': (draft: Draft) => {
    withSleepingOrganization(draft);
    draft.token('former member', { of: 'colleague', in: [draft.slug] });
  },
  'account-authorisation': withSleepingOrganization,
  oidc: ordinary,
  'oidc-provider': ordinary,
  'web-oidc': ordinary,
  'sign-in-limits': (draft: Draft) => {
    for (let n = 1; n <= 8; n += 1) draft.member(`person${n}`, `Person ${n} of the limits`);
  },
  'sign-ins': (draft: Draft) => {
    withSleepingOrganization(draft);
    for (let n = 1; n <= 17; n += 1) draft.member(`person${n}`, `Person ${n} of the sign-ins`);
  },
  'label-editing': ordinary,
  'saved-sprint-reports': withSleepingOrganization,
  'saved-views': (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('member of HAM only', { of: 'member', in: [draft.slug], projects: ['HAM'] });
  },
  webhooks: withSleepingOrganization,
  'webhook-deliveries': (draft: Draft) => {
    withSleepingOrganization(draft);
    draft.token('without comments', { of: 'owner', in: [draft.slug], scopes: ['webhook:manage', 'work_item:read'] });
  },
  'web-webhooks': ordinary,
  'web-views': ordinary,
  'web-tables': ordinary,
  'web-long-tables': ordinary,
  'sprint-editing': ordinary,
  'web-sign-in': ordinary,
  'web-other-user': ordinary,
  'web-item-keys': ordinary,
  'web-pickers': ordinary,
  'web-peek': ordinary,
  'web-keyboard': ordinary,
  'web-network': ordinary,
  'web-people': ordinary,
  'web-projects': ordinary,
  'web-project-navigation': ordinary,
  'web-sidebar': ordinary,
  'web-working-day': ordinary,
  'web-chaos': ordinary,
  'web-board': ordinary,
  'web-board-columns': ordinary,
  'web-board-filters': ordinary,
  'web-board-moves': ordinary,
  'web-planning': ordinary,
  'web-order': ordinary,
  'web-work-item': ordinary,
  'web-conflicts': ordinary,
  cards: ordinary,
  'web-budgets': ordinary,
  'web-slow-line': ordinary,
  'web-offline': ordinary,
  'web-looks': ordinary,
  'web-phone': ordinary,
  'web-still': ordinary,
  'web-organizations': (draft: Draft) => draft.user('newcomer'),
  'web-invitations': ordinary,
  'web-members': (draft: Draft) => {
    for (let n = 1; n <= 60; n += 1) draft.member(`person${n}`, `Person ${String(n).padStart(2, '0')}`, `person${n}`);
  },
  'web-search': ordinary,
  'web-search-words': ordinary,
  'web-create': ordinary,
  'squeakql-count': ordinary,
  'squeakql-table': ordinary,
  'web-texts': ordinary,
  'web-typed-texts': ordinary,
  'web-writing': ordinary,
  'web-mentions': ordinary,
  'web-images': ordinary,
  'web-releases': ordinary,
  'web-compression': ordinary,
  'web-earlier-releases': ordinary,
  'web-printing': ordinary,
  'web-coming-back': ordinary,
  'web-webkit': ordinary,
  'web-browsers': ordinary,
  'web-others-changes': ordinary,
  'web-injection': (draft: Draft) => {
    draft.member('mallory', HOSTILE_NAME).token('mallory', { of: 'mallory', in: [draft.slug] });
  },
  idempotency: (draft: Draft) => draft.token('owner again', { of: 'owner', in: [draft.slug] }),
  replays: (draft: Draft) =>
    draft
      .token('owner reads only', { of: 'owner', in: [draft.slug], scopes: ['project:read', 'work_item:read'] })
      .token('owner of HAM only', { of: 'owner', in: [draft.slug], projects: ['HAM'] })
      .token('to revoke', { of: 'owner', in: [draft.slug] })
      .token('colleague', { of: 'colleague', in: [draft.slug] }),
  preconditions: ordinary,
  methods: ordinary,
  documents: ordinary,
  clients: ordinary,
  hostile: ordinary,
  concurrency: ordinary,
  linearizability: ordinary,
  'non-interference': ordinary,
  timing: ordinary,
  'access-races': (draft: Draft) => {
    withSleepingOrganization(draft);
    draft.token('to revoke', { of: 'member', in: [draft.slug] });
  },
  'resource-rules': ordinary,
  model: ordinary,
  history: (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  limits: (draft: Draft) => {
    for (let n = 1; n <= 9; n += 1) draft.token(`spare ${n}`, { of: 'owner', in: [draft.slug] });
    draft.token('reader', { of: 'owner', in: [draft.slug], scopes: ['organization:read'] });
  },
  comments: (draft: Draft) => draft.token('colleague', { of: 'colleague', in: [draft.slug] }),
  links: (draft: Draft) =>
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('owner of HAM only', { of: 'owner', in: [draft.slug], projects: ['HAM'] })
      .token('owner of both', { of: 'owner', in: [draft.slug], projects: ['WEB', 'HAM'] }),
  talk: ordinary,
  running: ordinary,
  'fault-points': ordinary,
  replica: ordinary,
  'behind-a-proxy': ordinary,
  proxied: ordinary,
  'stopped-database': ordinary,
  'compressed-day': ordinary,
  crowded: ordinary,
  abandoned: ordinary,
  'fair-reports': ordinary,
  stormy: ordinary,
  tasks: ordinary,
  'access-changes': (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('to expire', { of: 'member', in: [draft.slug] });
    for (let n = 1; n <= 20; n += 1) draft.token(`to revoke ${n}`, { of: 'member', in: [draft.slug] });
  },
  shares: withManyCredentials,
  quotas: (draft: Draft) =>
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('colleague again', { of: 'colleague', in: [draft.slug] }),
  'held-bodies': (draft: Draft) => {
    withSleepingOrganization(draft);
    draft
      .token('colleague', { of: 'colleague', in: [draft.slug] })
      .token('to expire', { of: 'member', in: [draft.slug] })
      .token('to revoke', { of: 'member', in: [draft.slug] })
      .token('to narrow', { of: 'member', in: [draft.slug], projects: ['WEB', 'HAM'] });
  },
} satisfies Record<string, (draft: Draft) => unknown>;

export type WorldName = keyof typeof PLANS;

/** The output of the task `provision`, limited to the members that are used here. */
export interface ProvisionOutput {
  readonly users: readonly { readonly email: string; readonly id: string; readonly publicId: string }[];
  readonly tokens: readonly {
    readonly name: string;
    readonly email: string;
    readonly token: string;
    readonly credentialId: string;
  }[];
}

/** Makes one provision file for these worlds, or for all: each run of the task takes a second or more. */
export function provisionFile(names: readonly WorldName[] = Object.keys(PLANS) as WorldName[]): ProvisionFile {
  const file: ProvisionFile = { users: [], organizations: [], tokens: [] };
  for (const name of names) {
    const draft = new Draft(name, file);
    population(draft);
    PLANS[name](draft);
  }
  return file;
}

/** Sorts the answer of `provision` into the worlds it was asked for. */
export function worldsOf(file: ProvisionFile, output: ProvisionOutput): Record<WorldName, ProvisionedWorld> {
  const world = (slug: string): ProvisionedWorld => {
    const isOfWorld = ({ email }: { email: string }): boolean => email.endsWith(`@${slug}.example.test`);
    const nameOf = new Map(file.users.map(({ email, name }) => [email, name]));
    return {
      slug,
      users: Object.fromEntries(
        output.users
          .filter(isOfWorld)
          .map(({ email, id, publicId }) => [
            email.split('@')[0]!,
            { id, publicId, email, name: nameOf.get(email) ?? '' },
          ]),
      ),
      tokens: Object.fromEntries(
        output.tokens.filter(isOfWorld).map(({ name, token, credentialId }) => [name, { token, credentialId }]),
      ),
    };
  };
  return Object.fromEntries(Object.keys(PLANS).map((slug) => [slug, world(slug)])) as Record<
    WorldName,
    ProvisionedWorld
  >;
}
