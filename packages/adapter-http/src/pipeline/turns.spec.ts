import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { Controller, Get } from '@nestjs/common';
import { createApi, type Api } from '../server.js';
import { TOKEN, fakePorts } from '../testing/fake-ports.js';
import { Organization } from '../organization/organization.responses.js';
import { Operation } from './operation.js';

const READ = '/api/v1/organizations/acme/slow';

/** What the reads at work are held by: each answers when it is let go. */
const held: (() => void)[] = [];

@Controller('api/v1/organizations/:organizationSlug/slow')
class SlowController {
  @Get()
  @Operation({
    id: 'readSlowly',
    summary: 'Answers when it is let go.',
    scope: 'organization:read',
    role: null,
    answers: { status: 200, with: Organization },
  })
  read(): Promise<object> {
    return new Promise((resolve) => {
      held.push(() => {
        resolve({});
      });
    });
  }
}

describe('The turn of a read', () => {
  let api: Api;
  let port: number;

  beforeAll(async () => {
    api = await createApi({
      ports: { ...fakePorts(), controllers: [SlowController] },
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      mostAtOnce: 1,
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
    });
    port = await api.listen(0, '127.0.0.1');
  });
  afterAll(() => api.drain(1_000));

  const read = (): ClientRequest => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: READ,
      agent: false,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    request.on('error', () => undefined);
    return request;
  };
  const statusOf = async (request: ClientRequest): Promise<number | undefined> => {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('comes free when its client goes away, be it while it waits or while it is at work', async () => {
    const working = read();
    await until(() => held.length === 1);
    const waiting = read();
    await once(waiting, 'finish');
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting.destroy();
    working.destroy();
    // Whoever waited has its turn now, though nobody is there to hear the answer.
    await until(() => held.length === 2);
    for (const letGo of held) letGo();
    const next = read();
    await until(() => held.length === 3);
    held[2]?.();
    expect(await statusOf(next)).toBe(200);
  });
});
