import { Command, Option } from 'nest-commander';
import { setUpLogins } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

interface LoginsOptions {
  readonly server: string;
  readonly reports?: string;
  readonly owner?: string;
}

@Command({
  name: 'db:logins',
  description: 'make the settings of sessions properties of the logins, for a pooler in transaction mode',
})
export class LoginsTask extends Task<LoginsOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform(logins: LoginsOptions): Promise<object> {
    return setUpLogins(await this.database.server(), logins);
  }

  @Option({ flags: '--server <login>', description: 'the login of DATABASE_URL', required: true })
  protected server(login: string): string {
    return login;
  }

  @Option({ flags: '--reports <login>', description: 'the login of DATABASE_READ_URL' })
  protected reports(login: string): string {
    return login;
  }

  @Option({ flags: '--owner <login>', description: 'the login of DATABASE_OWNER_URL' })
  protected owner(login: string): string {
    return login;
  }
}
