import type {
  ContextField,
  ContextPageRequest,
  Cursors,
  OrganizationScope,
  Page,
  ProfileWorkItemView,
  PublicUserSummaryView,
} from '@worktrack/application';
import type { OrganizationId, ProjectId, PublicUserId } from '@worktrack/domain';
import type { Reader } from '../../connection/connections.js';
import { Parameters } from '../../sql/parameters.js';
import { shapedView } from '../../sql/statement.js';
import { ITEM_COLUMNS, ITEM_JOINS, publicAssigneeOf } from '../item-row.js';
import { pickOf, positionOf, type Pick } from './pick.js';
import { across } from './population.js';
import { SUMMARY_COLUMNS, chosen, summaryOf, type SummaryRow } from './summary-row.js';

type ContextRow = SummaryRow & {
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly projectColor: string;
  readonly organizationId: OrganizationId;
  readonly organizationSlug: string;
  readonly organizationName: string;
  /** Absent unless the reporter was asked for. */
  readonly reporterPublicId?: PublicUserId | null;
  readonly reporterName?: string;
};

const REPORTER_COLUMNS = `, reporter.public_id as "reporterPublicId", reporter.name as "reporterName"`;

const REPORTER_JOIN = `left join users reporter on reporter.id = item.reporter_id and reporter.removed_at is null`;

/** One page of the Work Items of several Projects, in one round trip. */
export async function readContextPage(
  reader: Reader,
  cursors: Cursors,
  scopes: readonly OrganizationScope[],
  request: ContextPageRequest,
): Promise<Page<ProfileWorkItemView>> {
  const { sort, filter, person, withReporter = false, fields, bound, limit } = request;
  const collection = `work items across Projects ${bound}`;
  const position = cursors.open(collection, request);
  const parameters = new Parameters();
  const population = across(scopes, person, parameters);
  const pick = pickOf(sort, filter, position, limit + 1, parameters, population);
  const statement = shapedView('work-item-view.page-across', pageOf(pick, withReporter), pick.hot);
  const rows = await reader.rows<ContextRow>(statement, parameters.values);
  const itemOf = (row: ContextRow) => contextOf(row, fields, withReporter);
  return cursors.page(collection, request, rows, itemOf, (row) => positionOf(sort, row, population));
}

function pageOf({ sql, orderBy }: Pick, withReporter: boolean): string {
  return `select ${ITEM_COLUMNS}, ${SUMMARY_COLUMNS},
      project.id as "projectId", project.name as "projectName", project.color as "projectColor",
      organization.id as "organizationId", organization.slug as "organizationSlug", organization.name as "organizationName"${withReporter ? REPORTER_COLUMNS : ''}
    from (${sql}) item ${ITEM_JOINS}
    join projects project on project.organization_id = item.organization_id and project.id = item.project_id
    join organizations organization on organization.id = item.organization_id
    ${withReporter ? REPORTER_JOIN : ''} order by ${orderBy}`;
}

function contextOf(
  row: ContextRow,
  fields: ReadonlySet<ContextField> | undefined,
  withReporter: boolean,
): ProfileWorkItemView {
  const { organizationId: id, organizationSlug: slug, organizationName: name } = row;
  return {
    ...chosen(summaryOf(row, publicAssigneeOf(row)), fields),
    project: { id: row.projectId, key: row.projectKey, name: row.projectName, color: row.projectColor },
    organization: { id, slug, name },
    ...(withReporter && { reporter: reporterOf(row) }),
  };
}

function reporterOf({ reporterPublicId: publicId, reporterName: name = '' }: ContextRow): PublicUserSummaryView | null {
  return publicId ? { publicId, name } : null;
}
