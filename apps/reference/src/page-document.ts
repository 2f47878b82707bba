import type { Guide } from './guide.js';
import { type DocumentedOperation, typescriptSample } from './typescript-sample.js';

interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The origin of a server on the same machine, which the examples of guides and samples have. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

type PathItem = Readonly<Record<string, DocumentedOperation>>;

/** The parts of `openapi.json` that the page changes or reads. */
export interface OpenApiDocument {
  readonly tags?: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: object;
}

/**
 * Returns the document as the page shows it: with each guide as a tag without operations, a sample in TypeScript for each operation, and
 * the origin of the page as its server, because the policy of the page lets it send requests nowhere else. Examples have that origin too.
 */
export function withGuides(document: OpenApiDocument, guides: readonly Guide[], origin: string): object {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  const tags = document.tags ?? [...used].map((name) => ({ name }));
  const groups = [...new Set(guides.map(({ group }) => group))];
  return {
    ...document,
    servers: [{ url: origin }],
    tags: [
      ...guides.map(({ name, text }) => ({ name, description: text.replaceAll(EXAMPLE_ORIGIN, origin) })),
      ...tags,
    ],
    'x-tagGroups': [
      ...groups.map((name) => ({ name, tags: guides.filter(({ group }) => group === name).map((one) => one.name) })),
      { name: 'Operations', tags: tags.map(({ name }) => name) },
    ],
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [path, withSamples(path, item, document, origin)]),
    ),
  };
}

function withSamples(path: string, item: PathItem, document: OpenApiDocument, origin: string): object {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      const source = typescriptSample(method, path, operation, document).replaceAll(EXAMPLE_ORIGIN, origin);
      return [method, { ...operation, 'x-codeSamples': [{ lang: 'TypeScript', label: 'TypeScript', source }] }];
    }),
  );
}
