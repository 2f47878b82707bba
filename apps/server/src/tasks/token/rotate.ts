import { OVERLAP_HOURS, rotateToken } from '@worktrack/application';
import type { AccessTokenId } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { Task } from '../task.js';
import { credentialIdIn, overlapHoursIn } from '../values.js';

interface RotateTokenOptions {
  readonly id: AccessTokenId;
  readonly overlapHours?: number;
}

@Command({
  name: 'token:rotate',
  description: 'a successor of a token, which expires soon; its text is shown only here',
})
export class RotateTokenTask extends Task<RotateTokenOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ id, overlapHours = OVERLAP_HOURS.usual }: RotateTokenOptions): Promise<object> {
    return this.administration.change('token:rotate', async (tx) => {
      const result = await rotateToken(tx, { id, overlapHours });
      const touched = [result.credentialId, id].map((each) => ({ kind: 'token' as const, id: each }));
      return { result, touched };
    });
  }

  @Option({ flags: '--id <credentialId>', description: 'the credential id of the token to replace', required: true })
  protected id(text: string): AccessTokenId {
    return credentialIdIn(text);
  }

  @Option({ flags: '--overlap-hours <hours>', description: 'both are valid for so long; 0 to 720, 24 when absent' })
  protected overlapHours(text: string): number {
    return overlapHoursIn(text);
  }
}
