import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { Task } from '../task.js';

@Command({ name: 'org:list', description: 'all Organizations, by slug' })
export class ListOrganizationsTask extends Task<object> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform(): Promise<object> {
    return this.administration.look((tx) => tx.organizations.list());
  }
}
