import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyInstance } from 'fastify';
import { partOfParameter, type RequestContext } from './context.js';
import type { ErrorFilter } from './error.filter.js';
import { handlerOf } from './operation.js';

type Handler = (...parts: readonly unknown[]) => Promise<object>;
type Reader = (context: RequestContext) => unknown;

/** What Nest keeps of one parameter of a handler. */
interface Parameter {
  readonly index: number;
  readonly factory?: object;
}

/**
 * Lets Fastify call the handlers of brief reads directly: their parameters are parts of the request's context, which need no pipe. Nest
 * would make some twenty promises for such a request. Install it before the routes. Throws at the start for a brief read with another
 * parameter.
 * @param instanceOf finds the instance of a controller
 */
export function callBriefReadsDirectly(
  fastify: FastifyInstance,
  instanceOf: (controller: Type) => object,
  errors: ErrorFilter,
): void {
  fastify.addHook('onRoute', (route) => {
    const { operation } = route.config ?? {};
    if (!operation?.isBrief) return;
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
        const answered = handle(...readers.map((read) => read(request.context))).then((body) => {
          void reply.code(status).send(body);
        });
        answered.catch(refuse);
      } catch (error) {
        refuse(error);
      }
    };
  });
}

/** The readers of the parameters of a handler, in their order. */
function readersOf(controller: Type, name: string): Reader[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
    Record<string, Parameter>
  >;
  return Object.values(parameters)
    .sort((one, other) => one.index - other.index)
    .map(({ factory }) => {
      const reader = factory && partOfParameter(factory);
      if (!reader)
        throw new Error(`${controller.name}.${name} has a parameter that is no part of the request's context.`);
      return reader;
    });
}
