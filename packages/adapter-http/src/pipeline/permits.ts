import { Injectable } from '@nestjs/common';
import { invariant } from '@worktrack/application';
import type { RequestContext } from './context.js';
import { BriefPlaces, FairShare } from './fair-share.js';
import { ReportPermits } from './report-permits.js';

/** The permits to work on the database. */
@Injectable()
export class Permits {
  constructor(
    private readonly share: FairShare,
    private readonly places: BriefPlaces,
    private readonly reports: ReportPermits,
  ) {}

  /** The number of requests that wait for a permit. */
  get waitingCount(): number {
    return this.share.waitingCount + this.places.waitingCount + this.reports.waitingCount;
  }

  /**
   * Resolves when the request may work on the database: a report with one of the few connections of reports, a brief read with a
   * place on the shared connections, everything else by the share of its token. Throws `Overloaded` when that takes too long, `Abandoned`
   * when the client has gone away. The context keeps the permit until the answer has left, because the answer takes memory until then.
   * A request that has a permit keeps that one: a mutation without an idempotency key gets it before its handler.
   */
  async take(context: RequestContext): Promise<void> {
    if (context.releasePermit) return;
    const { operation, organization, work } = context;
    const tokenId = invariant(context.principal, 'A request without a principal needs no permit.').token.id;
    if (operation?.report && organization)
      context.releasePermit = await this.reports.take(tokenId, organization.organizationId, work.signal);
    else context.releasePermit = await this.shareOf(context).take(tokenId, work);
  }

  /** Takes the permit of a request where it is free, and returns true; false when the request has to wait. Throws like `take`. */
  takeNow(context: RequestContext): boolean {
    if (context.releasePermit) return true;
    const { operation, principal, work } = context;
    if (!principal || operation?.report) return false;
    const release = this.shareOf(context).takeNow(principal.token.id, work);
    if (!release) return false;
    context.releasePermit = release;
    return true;
  }

  private shareOf({ operation, query = {} }: RequestContext): FairShare {
    return operation?.isBrief?.(query) ? this.places : this.share;
  }
}
