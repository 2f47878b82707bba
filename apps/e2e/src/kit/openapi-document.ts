/** The parts of an OpenAPI document that the tests read. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
    readonly [part: string]: unknown;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly any[];
  readonly requestBody?: any;
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>;
  readonly 'x-required-scope'?: string | null;
  readonly 'x-minimum-role'?: string | null;
  readonly 'x-error-codes'?: readonly string[];
  readonly 'x-stability'?: string;
}

export interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** An operation with its path and method in the document. */
export interface Located {
  readonly template: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

const METHODS = ['get', 'post', 'patch', 'delete', 'put', 'head', 'options', 'trace'];

export function operationsOf(document: OpenApiDocument): Located[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
  );
}

/** Finds the template of a concrete path (without query); literal segments win over parameters. */
export function templateFor(document: OpenApiDocument, path: string): string | undefined {
  const segments = path.split('/').map(decoded);
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => {
        // A parameter can have an ending, as in `{reportType}.csv`.
        const [name, ending = ''] = part.split('}');
        const segment = segments[at]!;
        if (!name!.startsWith('{')) return part === segment;
        return segment.endsWith(ending) && segment.length > ending.length;
      })
    );
  };
  const parameters = (template: string): number => template.split('{').length;
  return Object.keys(document.paths)
    .filter(fits)
    .sort((a, b) => parameters(a) - parameters(b))[0];
}

/** Decodes a path segment as the server does; one that cannot be decoded stays unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
