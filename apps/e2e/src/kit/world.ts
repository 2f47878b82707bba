import { Caller } from './client.js';
import { sharedServer, theRun } from './run.js';
import type { ProvisionedUser, ProvisionedWorld, WorldName } from './world-plans.js';

/** The Organizations and users of one suite, and their paths in the API. */
export class World {
  constructor(
    readonly name: WorldName,
    readonly baseUrl: string = sharedServer().baseUrl,
    readonly databaseUrl: string = sharedServer().databaseUrl,
    /** Given for a world that is not of the run's template. */
    private readonly facts: ProvisionedWorld = theRun().worlds[name],
  ) {}

  get slug(): string {
    return this.facts.slug;
  }

  /** `{org}` of the world's own Organization, or of one beside it: `foreign`, `asleep`. */
  org(beside?: string): string {
    return `/api/v1/organizations/${this.slug}${beside === undefined ? '' : `-${beside}`}`;
  }

  /** `{proj}` */
  project(key = 'WEB', beside?: string): string {
    return `${this.org(beside)}/projects/${key}`;
  }

  /** `{wi}` */
  item(key: string, beside?: string): string {
    return `${this.project(key.split('-')[0], beside)}/work-items/${key}`;
  }

  /** The caller with the token of that name. */
  caller(token: string): Caller {
    return new Caller(this.baseUrl, this.token(token).token);
  }

  token(name: string): { readonly token: string; readonly credentialId: string } {
    const token = this.facts.tokens[name];
    if (token === undefined) throw new Error(`The world ${this.name} has no token "${name}".`);
    return token;
  }

  user(name: string): ProvisionedUser {
    const user = this.facts.users[name];
    if (user === undefined) throw new Error(`The world ${this.name} has no user "${name}".`);
    return user;
  }

  /** A caller without a token. */
  get nobody(): Caller {
    return new Caller(this.baseUrl);
  }

  get owner(): Caller {
    return this.caller('owner');
  }
  get admin(): Caller {
    return this.caller('admin');
  }
  get member(): Caller {
    return this.caller('member');
  }
  get stranger(): Caller {
    return this.caller('stranger');
  }
}
