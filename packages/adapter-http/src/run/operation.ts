import { HttpCode, UsePipes, applyDecorators } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BodyPipe } from '../body/body.pipe.js';
import type { OperationPolicy } from './policy.js';

/**
 * The whole HTTP policy of a route in one declaration: obeyed by the pipeline, printed by OpenAPI, checked at boot. Only an operation with
 * a body gets the pipe that reads it. Throws for a handler that takes a `@Body` that its policy does not name: it would not be checked.
 */
export function Operation(policy: OperationPolicy): MethodDecorator {
  const route = applyDecorators(RouteConfig({ operation: policy }), HttpCode(policy.responses.status));
  if (policy.body) return applyDecorators(route, UsePipes(BodyPipe));
  return (controller, handler, descriptor) => {
    if (takesBody(controller.constructor, handler)) {
      throw new Error(`${controller.constructor.name}.${String(handler)} takes a body that its policy does not name.`);
    }
    route(controller, handler, descriptor);
  };
}

/** True for a handler with a `@Body` parameter: Nest keeps the parameters of a handler by their kind and position. */
function takesBody(controller: object, handler: string | symbol): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

/** A route outside the API, which needs no token. Probes are not counted: monitoring asks all the time. */
export function Open({ isProbe = false } = {}): MethodDecorator {
  return RouteConfig({ open: true, isProbe });
}
