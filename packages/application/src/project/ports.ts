import type { ProjectKeys } from './project-keys.js';
import type { ProjectRepository } from './project.repository.js';
import type { ProjectViews } from './project.views.js';

/** The ports of Projects in a transaction. */
export interface ProjectPorts {
  readonly projects: ProjectRepository;
  readonly projectViews: ProjectViews;
}

/** Finds Projects by their keys in a transaction of administration. */
export interface ProjectKeyPorts {
  readonly projectKeys: ProjectKeys;
}
