import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { fakePorts } from '../../test/fake-ports.js';
import { createApi } from '../server.js';
import { EmptyBody } from './empty-body.js';
import { Operation } from './operation.js';

const COMMON = { role: null, answers: { status: 200, with: EmptyBody } } as const;

@Controller('api/v1/organizations/:organizationSlug/notes')
class Notes {
  @Get()
  @Operation({ id: 'listNotes', summary: 'Reads notes.', scope: 'comment:read', isBrief: () => true, ...COMMON })
  list(@Req() request: object) {
    return Promise.resolve({ request });
  }
}

@Controller('api/v1/organizations/:organizationSlug/notes')
class NewNotes {
  @Post()
  @Operation({
    id: 'createNote',
    summary: 'Creates a note.',
    scope: 'comment:write',
    idempotencyKey: 'required',
    body: EmptyBody,
    ...COMMON,
  })
  create(@Body() body: EmptyBody, @Req() request: object) {
    return Promise.resolve({ body, request });
  }
}

describe('A handler that Fastify calls directly', () => {
  it.each([
    ['a brief read', Notes, 'Notes.list'],
    ['a mutation', NewNotes, 'NewNotes.create'],
  ])('does not boot as %s with a parameter that nothing would give a value', async (_, controller, name) => {
    const starting = createApi({
      ports: { ...fakePorts(), controllers: [controller] },
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
    });
    await expect(starting).rejects.toThrow(`${name} has a parameter that is no part of the request's context.`);
  });
});
