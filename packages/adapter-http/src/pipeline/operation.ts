import { HttpCode, applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { OperationPolicy } from './policy.js';

/** The whole HTTP policy of a route in one declaration: obeyed by the pipeline, printed by OpenAPI, checked at boot. */
export function Operation(policy: OperationPolicy): MethodDecorator {
  return applyDecorators(RouteConfig({ operation: policy }), HttpCode(policy.answers.status));
}

/** A route outside the API, which needs no token. Probes are not counted: monitoring asks all the time. */
export function Open({ isProbe = false } = {}): MethodDecorator {
  return RouteConfig({ open: true, isProbe });
}
