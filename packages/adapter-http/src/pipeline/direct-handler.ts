import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBody } from './body.pipe.js';
import { partOfParameter } from './context.js';
import type { ErrorFilter } from './error.filter.js';
import type { JsonObject } from './json.js';
import { handlerOf } from './operation.js';
import type { OperationPolicy } from './policy.js';

type Handler = (...parts: readonly unknown[]) => Promise<object | string | null>;
type Reader = (request: FastifyRequest) => unknown;

/** The record that Nest keeps of one parameter of a handler. */
interface Parameter {
  readonly index: number;
  readonly factory?: object;
}

/**
 * Lets Fastify call the handlers of brief reads, and of mutations but uploads, directly: their parameters are parts of the request's context, and the
 * body. Nest would make some twenty promises for such a request. Install it before the routes. Throws at the start for such a handler with
 * another parameter.
 * @param instanceOf finds the instance of a controller
 */
export function callHandlersDirectly(
  fastify: FastifyInstance,
  instanceOf: (controller: Type) => object,
  errors: ErrorFilter,
): void {
  fastify.addHook('onRoute', (route) => {
    const { operation } = route.config ?? {};
    if (!operation || !isCalledDirectly(operation)) return;
    const { controller, name } = handlerOf(operation);
    const readers = readersOf(controller, name);
    const instance = instanceOf(controller) as Readonly<Record<string, Handler>>;
    const handle = instance[name]?.bind(instance);
    if (!handle) throw new Error(`${controller.name}.${name} is no method.`);
    const { status } = operation.answers;
    route.handler = (request, reply) => {
      const refuse = (error: unknown): void => {
        errors.answer(error, request, reply);
      };
      try {
        const answered = handle(...readers.map((read) => read(request))).then((body) => {
          void reply.code(status).send(body);
        });
        answered.catch(refuse);
      } catch (error) {
        refuse(error);
      }
    };
  });
}

/** True for brief reads and for mutations. The handler of an upload also takes the request itself. */
function isCalledDirectly({ isBrief, idempotencyKey, upload }: OperationPolicy): boolean {
  return isBrief !== undefined || (idempotencyKey !== undefined && !upload);
}

/** The readers of the parameters of a handler, in their order. */
function readersOf(controller: Type, name: string): Reader[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
    Record<string, Parameter>
  >;
  const classes = Reflect.getMetadata(
    'design:paramtypes',
    controller.prototype as object,
    name,
  ) as readonly Type<object>[];
  return Object.entries(parameters)
    .sort(([, one], [, other]) => one.index - other.index)
    .map(([key, { index, factory }]) => {
      const bodyClass = classes[index];
      if (key.startsWith(`${RouteParamtypes.BODY}:`) && bodyClass) {
        return ({ body }) => readBody(bodyClass, body as JsonObject);
      }
      const read = factory && partOfParameter(factory);
      if (!read)
        throw new Error(`${controller.name}.${name} has a parameter that is no part of the request's context.`);
      return ({ context }) => read(context);
    });
}
