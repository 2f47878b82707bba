/**
 * Builds the query for the keys of the Projects that each of these tokens is granted, by Organization. It is read once, apart from the tokens:
 * a cluster refuses a lookup of Projects for each row of a table that every machine has.
 * @param tokens query for the ids of the tokens
 */
export const grantedProjects = (tokens: string): string => `
     select token_grant.organization_id, token_grant.token_id, json_agg(project.key order by project.key) as keys
     from token_grants token_grant
     join token_project_grants project_grant
       on project_grant.organization_id = token_grant.organization_id and project_grant.token_id = token_grant.token_id
     join projects project
       on project.organization_id = project_grant.organization_id and project.id = project_grant.project_id
     where token_grant.token_id in (${tokens})
     group by token_grant.organization_id, token_grant.token_id`;
