import { ScratchDatabase } from '../../test/scratch-database.js';
import { ConfigurationError, readConfiguration, type Configuration } from '../config.js';
import { TaskConfiguration } from './task-configuration.js';
import { TaskDatabase } from './task-database.js';

/** A configuration from these variables alone. */
class Variables extends TaskConfiguration {
  constructor(private readonly variables: Readonly<Record<string, string>>) {
    super();
  }

  override read(): Configuration {
    return readConfiguration(this.variables);
  }
}

const databaseOf = (variables: Readonly<Record<string, string>>) => new TaskDatabase(new Variables(variables));

describe('The database of a task', () => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await ScratchDatabase.create();
  });
  afterAll(() => scratch.drop());

  it('needs neither a configuration nor a server until it is used', async () => {
    await expect(databaseOf({ PORT: '0' }).onModuleDestroy()).resolves.toBeUndefined();
  });

  it('is opened once for all who use it, and closed with the context', async () => {
    const database = databaseOf({ DATABASE_URL: scratch.url });
    const [first, second] = await Promise.all([database.open(), database.open()]);
    expect(second).toBe(first);
    expect(await database.server()).toBe(await database.server());
    expect(await first.adapters.administration.run((tx) => tx.organizations.list())).toEqual([]);

    await database.onModuleDestroy();
    await expect(first.adapters.administration.run((tx) => tx.organizations.list())).rejects.toThrow();
  });

  it('rejects an illegal configuration, each time', async () => {
    const database = databaseOf({ PORT: '0' });
    await expect(database.server()).rejects.toThrow(ConfigurationError);
    await expect(database.open()).rejects.toThrow(ConfigurationError);
  });

  it('can be closed after it could not be opened', async () => {
    const database = databaseOf({ DATABASE_URL: 'postgres://127.0.0.1:9/nowhere' });
    await expect(database.open()).rejects.toThrow('The database cannot be reached');
    await expect(database.onModuleDestroy()).resolves.toBeUndefined();
  });
});
