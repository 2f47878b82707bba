import { GUIDE_FILES } from './guide-files.js';
import { guidesOf } from './guides.js';
import { mendRoles } from './mend-roles.js';
import { type OpenApiDocument, withGuides } from './page-document.js';
import './reference.css';

/** The component, which its own script defines before this one runs. */
declare const Scalar: { createApiReference(element: HTMLElement, configuration: object): void };

/** The languages of the component's code samples that are not shown: it keeps curl and Python. `withGuides` adds TypeScript. */
const HIDDEN_CLIENTS = [
  ...[
    'c',
    'clojure',
    'csharp',
    'dart',
    'fsharp',
    'go',
    'http',
    'java',
    'js',
    'julia',
    'kotlin',
    'node',
    'objc',
    'ocaml',
    'php',
  ],
  ...['powershell', 'r', 'ruby', 'rust', 'swift', 'shell/httpie', 'shell/wget', 'python/aiohttp', 'python/httpx_async'],
  ...['python/httpx_sync', 'python/python3'],
];

/** Turns off all that the component would load from other hosts, or offer to send to them. */
const ALONE = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
};

/** Shows the reference in the page: the document of the server, with the guides. */
async function show(element: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/openapi.json');
  if (!response.ok) throw new Error(`openapi.json cannot be read now: the server responded with ${response.status}.`);
  const document = (await response.json()) as OpenApiDocument;
  Scalar.createApiReference(element, {
    ...ALONE,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: HIDDEN_CLIENTS,
    content: withGuides(document, guidesOf(GUIDE_FILES), location.origin),
    authentication: { preferredSecurityScheme: 'bearerAuth' },
    documentDownloadType: 'none',
    modelsSectionLabel: 'Schemas',
    showOperationId: true,
    theme: 'none',
  });
}

const element = document.querySelector<HTMLElement>('#reference') ?? document.body;
mendRoles(document.body);
show(element).catch((error: unknown) => {
  element.textContent = `${error instanceof Error ? error.message : String(error)} Reload the page to try again.`;
});
