import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { Task } from '../task.js';

@Command({ name: 'user:list', description: 'all accounts, by e-mail address' })
export class ListUsersTask extends Task<object> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform(): Promise<object> {
    return this.administration.look((tx) => tx.users.list());
  }
}
