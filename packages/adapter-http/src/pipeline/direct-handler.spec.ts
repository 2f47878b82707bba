import { Controller, Get, Req } from '@nestjs/common';
import { fakePorts } from '../../test/fake-ports.js';
import { createApi } from '../server.js';
import { Operation } from './operation.js';

@Controller('api/v1/organizations/:organizationSlug/notes')
class Notes {
  @Get()
  @Operation({
    id: 'listNotes',
    summary: 'Reads notes.',
    scope: 'comment:read',
    role: null,
    isBrief: () => true,
    answers: { status: 200, with: Notes },
  })
  list(@Req() request: object) {
    return Promise.resolve({ request });
  }
}

describe('A brief read', () => {
  it('with a parameter that is no part of the context does not boot: nothing would give it a value', async () => {
    const starting = createApi({
      ports: { ...fakePorts(), controllers: [Notes] },
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
    });
    await expect(starting).rejects.toThrow("Notes.list has a parameter that is no part of the request's context.");
  });
});
