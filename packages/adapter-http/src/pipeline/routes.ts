import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';
import { isPossible } from './deprecation.js';
import type { OperationPolicy } from './policy.js';

const ORDER = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/** The longest path segment that is routed, so that it is checked as an identifier and not by its length. */
export const LONGEST_SEGMENT = 65_536;

/** An operation and its route. */
export interface RoutedOperation {
  readonly method: string;
  /** With `:name` for a parameter. */
  readonly url: string;
  readonly policy: OperationPolicy;
}

/** The methods of each path, for the `Allow` of 405 and OPTIONS (contract §8). */
export class Routes {
  /** Every operation, as its route was registered. */
  readonly operations: RoutedOperation[] = [];
  private readonly methods = new Map<string, Set<string>>();
  // The router Fastify uses, so that both decode and match a path alike.
  private readonly paths = createRouter({ maxParamLength: LONGEST_SEGMENT });

  /** Collects the routes as Fastify registers them. One without a policy, or that ends before it is deprecated, does not boot. */
  collect(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method, config }) => {
      const methods = [method].flat();
      if (!config?.operation && !config?.open) throw new Error(`${methods.join()} ${url} has no policy.`);
      const { deprecation } = config.operation ?? {};
      if (deprecation && !isPossible(deprecation)) {
        throw new Error(`${methods.join()} ${url} needs a date of its deprecation, and no sunset before it.`);
      }
      this.add(url, methods);
      for (const each of methods) {
        if (config.operation && each !== 'HEAD') this.operations.push({ method: each, url, policy: config.operation });
      }
    });
  }

  /** The methods of the path, OPTIONS last; `undefined` when there is no such path. */
  allowed(url: string): string[] | undefined {
    const match = this.paths.find('GET', url);
    if (!match || Object.values(match.params).includes('')) return undefined;
    const methods = (match.store as { methods: Set<string> }).methods;
    return [...ORDER.filter((method) => methods.has(method)), 'OPTIONS'];
  }

  private add(url: string, methods: readonly string[]): void {
    const known = this.methods.get(url);
    if (known) {
      for (const method of methods) known.add(method);
      return;
    }
    const all = new Set<string>(methods);
    this.methods.set(url, all);
    this.paths.on('GET', url, () => undefined, { methods: all });
  }
}
