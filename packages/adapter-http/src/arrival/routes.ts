import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';
import { isApplicationOperation } from './application-routes.js';
import { isPossible } from '../reply/deprecation.js';
import type { OperationPolicy } from '../run/policy.js';

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The paths of the operations that v1 does not have. */
export const EXTENSIONS_PREFIX = '/api/x/';

/** The longest path segment that is routed, so that it is checked as an identifier and not by its length. */
export const LONGEST_SEGMENT = 65_536;

/** An operation and its route. */
export interface RoutedOperation {
  readonly method: string;
  /** The path, with `:name` for a parameter. */
  readonly url: string;
  readonly policy: OperationPolicy;
}

/** A path of the service. */
export interface KnownPath {
  /** The methods for the header `Allow`, OPTIONS last. */
  readonly allowed: readonly string[];
  /** The application alone calls it. */
  readonly isApplication: boolean;
  /** The door leads to it. */
  readonly isOfferedUnderApp: boolean;
}

/** The methods and policies that are registered for a path. */
interface Registered {
  readonly methods: Set<string>;
  readonly policies: OperationPolicy[];
}

/** The methods of each path, for the `Allow` of 405 and OPTIONS (contract §8). */
export class Routes {
  /** Every operation, as its route was registered. */
  readonly operations: RoutedOperation[] = [];
  private readonly registered = new Map<string, Registered>();
  // The router Fastify uses, so that both decode and match a path alike.
  private readonly paths = createRouter({ maxParamLength: LONGEST_SEGMENT });

  /** Collects the routes as Fastify registers them. One without a policy, or that ends before it is deprecated, does not boot. */
  collect(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method, config }) => {
      const methods = [method].flat();
      if (!config?.operation && !config?.open) throw new Error(`${methods.join()} ${url} has no policy.`);
      if (isApplicationOperation(config.operation) && url.startsWith('/api/v1/')) {
        throw new Error(`${methods.join()} ${url} is an operation of the application in the public API.`);
      }
      const isForPrograms = url.startsWith(EXTENSIONS_PREFIX) && !isApplicationOperation(config.operation);
      if (config.operation && isForPrograms !== (config.operation.stability !== undefined)) {
        throw new Error(
          `${methods.join()} ${url} needs a stability if programs call it below ${EXTENSIONS_PREFIX}, and none elsewhere.`,
        );
      }
      const { deprecation } = config.operation ?? {};
      if (deprecation && !isPossible(deprecation)) {
        throw new Error(`${methods.join()} ${url} needs a date of its deprecation, and no sunset before it.`);
      }
      this.add(url, methods, config.operation);
      for (const each of methods) {
        if (config.operation && each !== 'HEAD') this.operations.push({ method: each, url, policy: config.operation });
      }
    });
  }

  /** Finds a path; `undefined` when there is no such path. */
  find(url: string): KnownPath | undefined {
    const match = this.paths.find('GET', url);
    if (!match || Object.values(match.params).includes('')) return undefined;
    const { methods, policies } = match.store as Registered;
    return {
      allowed: [...ORDER.filter((method) => methods.has(method)), 'OPTIONS'],
      isApplication: policies.some(isApplicationOperation),
      isOfferedUnderApp: policies.every(({ underApp }) => underApp !== false),
    };
  }

  private add(url: string, methods: readonly string[], policy: OperationPolicy | undefined): void {
    const known = this.registered.get(url) ?? { methods: new Set<string>(), policies: [] };
    for (const method of methods) known.methods.add(method);
    if (policy) known.policies.push(policy);
    if (this.registered.has(url)) return;
    this.registered.set(url, known);
    this.paths.on('GET', url, () => undefined, known);
  }
}
