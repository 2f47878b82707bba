import type { ContextField, ProfileWorkItemView, PublicUserSummaryView } from '@worktrack/application';
import type { OrganizationId, ProjectId, PublicUserId } from '@worktrack/domain';
import { ITEM_COLUMNS, ITEM_JOINS, publicAssigneeOf } from '../item-row.js';
import { SUMMARY_COLUMNS, chosen, summaryOf, type SummaryRow } from './summary-row.js';

/** A picked row of a collection across Projects, joined with the columns of its view. */
export type ContextRow = SummaryRow & {
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly projectColor: string;
  readonly organizationId: OrganizationId;
  readonly organizationSlug: string;
  readonly organizationName: string;
  /** Absent unless the request includes the reporter. */
  readonly reporterPublicId?: PublicUserId | null;
  readonly reporterName?: string;
};

const REPORTER_COLUMNS = `, reporter.public_id as "reporterPublicId", reporter.name as "reporterName"`;

const REPORTER_JOIN = `left join users reporter on reporter.id = item.reporter_id and reporter.removed_at is null`;

/**
 * Builds the statement that joins picked rows with the columns of their view. The Organization is its first parameter. `orderBy` is
 * repeated: a join can change the order.
 */
export function contextPageOf(
  { sql, orderBy }: { readonly sql: string; readonly orderBy: string },
  withReporter: boolean,
  more = { columns: '', joins: '' },
): string {
  return `select ${ITEM_COLUMNS}, ${SUMMARY_COLUMNS},
      project.id as "projectId", project.name as "projectName", project.color as "projectColor",
      organization.id as "organizationId", organization.slug as "organizationSlug", organization.name as "organizationName"${withReporter ? REPORTER_COLUMNS : ''}${more.columns}
    from (${sql}) item ${ITEM_JOINS}
    join projects project on project.organization_id = $1 and project.id = item.project_id
    join organizations organization on organization.id = item.organization_id
    ${withReporter ? REPORTER_JOIN : ''} ${more.joins} order by ${orderBy}`;
}

export function contextOf(
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
