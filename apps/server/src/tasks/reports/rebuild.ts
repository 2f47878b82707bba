import { rebuildReports } from '@worktrack/application';
import type { ProjectKey, Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { FailureWithResult } from '../failure-with-result.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { projectKeyIn, slugIn } from '../values.js';

interface RebuildReportsOptions {
  readonly org: Slug;
  readonly project?: ProjectKey;
}

@Command({ name: 'reports:rebuild', description: 'compare what reports keep precomputed with history, and correct it' })
export class RebuildReportsTask extends Task<RebuildReportsOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ org, project }: RebuildReportsOptions): Promise<object> {
    const { adapters } = await this.database.open();
    const projects = await rebuildReports(adapters.administration, org, project);
    const differed = projects.filter(({ identical }) => !identical).map(({ key }) => key);
    if (differed.length === 0) return { projects };
    throw new FailureWithResult(`What was kept of ${differed.join(', ')} differed from history; it is corrected now.`, {
      projects,
    });
  }

  @Option({ flags: '--org <slug>', description: 'the Organization', required: true })
  protected org(text: string): Slug {
    return slugIn(text);
  }

  @Option({ flags: '--project <key>', description: 'only this Project of it' })
  protected project(text: string): ProjectKey {
    return projectKeyIn(text);
  }
}
