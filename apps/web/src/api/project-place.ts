/** A Project by the names in its address. */
export interface ProjectPlace {
  readonly organization: string;
  readonly project: string;
}

/** The parameters of the paths of the API. */
export const projectPath = ({ organization, project }: ProjectPlace) => ({
  organizationSlug: organization,
  projectKey: project,
});
