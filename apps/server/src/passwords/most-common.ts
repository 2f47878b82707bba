import { CommonPasswords, PASSWORD_LENGTH } from '@worktrack/application';
import { lengthOf } from '@worktrack/domain';

/** The commonest passwords of the list of zxcvbn. Only those that are long enough for a password are kept. */
export class MostCommonPasswords extends CommonPasswords {
  private loaded: Promise<ReadonlySet<string>> | undefined;

  async has(password: string): Promise<boolean> {
    this.loaded ??= load();
    return (await this.loaded).has(password);
  }
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all: readonly string[] = dictionary['passwords-common'];
  return new Set(all.filter((password) => lengthOf(password) >= PASSWORD_LENGTH.least));
}
