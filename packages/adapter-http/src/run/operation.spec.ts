import { Body, Controller, Post } from '@nestjs/common';
import { PIPES_METADATA } from '@nestjs/common/constants.js';
import { CreateCommentBody } from '../comment/comment.requests.js';
import { BodyPipe } from '../body/body.pipe.js';
import { Operation } from './operation.js';
import type { OperationPolicy } from './policy.js';

const POLICY: OperationPolicy = {
  id: 'createNote',
  summary: 'Creates a note.',
  scope: 'comment:write',
  role: null,
  responses: { status: 204, with: null },
};

describe('The declaration of an operation', () => {
  it('gives a handler with a body the pipe that reads it, and no other handler', () => {
    @Controller()
    class Notes {
      @Post()
      @Operation({ ...POLICY, body: CreateCommentBody })
      create(@Body() body: CreateCommentBody) {
        return body;
      }

      @Post('empty')
      @Operation(POLICY)
      clear() {
        return undefined;
      }
    }
    const pipesOf = (handler: keyof Notes): unknown =>
      Reflect.getMetadata(PIPES_METADATA, Reflect.get(Notes.prototype, handler));
    expect(pipesOf('create')).toEqual([BodyPipe]);
    expect(pipesOf('clear')).toBeUndefined();
  });

  it('refuses a handler that takes a body which its policy does not name: nothing would check it', () => {
    expect(() => {
      class Notes {
        @Operation(POLICY)
        create(@Body() body: object) {
          return body;
        }
      }
      return Notes;
    }).toThrow('Notes.create takes a body that its policy does not name.');
  });
});
