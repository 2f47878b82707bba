import { revokeToken } from '@worktrack/application';
import type { AccessTokenId } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { Task } from '../task.js';
import { credentialIdIn } from '../values.js';

interface RevokeTokenOptions {
  readonly id: AccessTokenId;
}

@Command({ name: 'token:revoke', description: 'end a token' })
export class RevokeTokenTask extends Task<RevokeTokenOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ id: credentialId }: RevokeTokenOptions): Promise<object> {
    return this.administration.change('token:revoke', async (tx) => {
      const revokedAt = await revokeToken(tx, credentialId);
      return { result: { credentialId, revokedAt }, touched: [{ kind: 'token', id: credentialId }] };
    });
  }

  @Option({ flags: '--id <credentialId>', description: 'the credential id of the token', required: true })
  protected id(text: string): AccessTokenId {
    return credentialIdIn(text);
  }
}
