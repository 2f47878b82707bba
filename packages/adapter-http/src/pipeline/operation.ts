import { HttpCode, SetMetadata, applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { OperationPolicy } from './policy.js';

/** Where the OpenAPI document finds the policy of a controller method. */
export const POLICY = 'worktrack:policy';

/** The whole HTTP policy of a route in one declaration: obeyed by the pipeline, printed by OpenAPI, checked at boot. */
export function Operation(policy: OperationPolicy): MethodDecorator {
  return applyDecorators(
    RouteConfig({ operation: policy }),
    SetMetadata(POLICY, policy),
    HttpCode(policy.answers.status),
  );
}

/** A route outside the API: anybody may. */
export function Open(): MethodDecorator {
  return RouteConfig({ open: true });
}
