import type { Operation } from './operations.js';

/**
 * Every operation of the extensions, written out from their specification (docs/api/extensions.md). As in the table of v1, nothing here is
 * read from the code or from the document that the server publishes.
 */
export const EXTENSIONS: readonly Operation[] = [
  {
    id: 'getExtensionsOpenApi',
    method: 'GET',
    path: '/api/x/openapi.json',
    scope: null,
    role: null,
    success: 200,
    response: { media: ['application/json'] },
    errors: 'RATE_LIMITED VALIDATION_ERROR INTERNAL_ERROR',
    answers: { visible: 200 },
    open: true,
  },
  {
    id: 'getMyExtensions',
    method: 'GET',
    path: '/api/x/me',
    scope: null,
    role: null,
    success: 200,
    response: 'MyExtensions',
    errors: 'A',
    answers: { visible: 200 },
  },
];
