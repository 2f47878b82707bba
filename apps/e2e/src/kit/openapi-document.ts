/** As much of an OpenAPI document as the tests read. */
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
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly any[];
  readonly requestBody?: any;
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>;
  readonly 'x-required-scope'?: string | null;
  readonly 'x-minimum-role'?: string | null;
  readonly 'x-error-codes'?: readonly string[];
}

export interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** An operation and where the document says it lives. */
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

/** The template that a concrete path (without query) belongs to; literal segments win over parameters. */
export function templateFor(document: OpenApiDocument, path: string): string | undefined {
  const segments = path.split('/').map(decoded);
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]))
    );
  };
  const parameters = (template: string): number => template.split('{').length;
  return Object.keys(document.paths)
    .filter(fits)
    .sort((a, b) => parameters(a) - parameters(b))[0];
}

/** A segment as the server reads it; one that cannot be decoded stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
