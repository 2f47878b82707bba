import { withGuides } from './page-document.js';

describe('The document of the page', () => {
  const get = { operationId: 'getMe', tags: ['API'], security: [{ bearerAuth: [] }] };
  const document = { openapi: '3.1.1', servers: [{ url: 'https://elsewhere.example' }], paths: { '/me': { get } } };
  const guides = [
    { group: 'Guides', name: 'Tokens', text: 'Send one to http://localhost:3000/api.' },
    { group: 'Contract', name: '7. Errors', text: 'Many.' },
  ];

  it('has the guides before the operations, each in its group, and sends requests to the origin of the page', () => {
    expect(withGuides(document, guides, 'http://here.example')).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'http://here.example' }],
      tags: [
        { name: 'Tokens', description: 'Send one to http://here.example/api.' },
        { name: '7. Errors', description: 'Many.' },
        { name: 'API' },
      ],
      'x-tagGroups': [
        { name: 'Guides', tags: ['Tokens'] },
        { name: 'Contract', tags: ['7. Errors'] },
        { name: 'Operations', tags: ['API'] },
      ],
      paths: { '/me': { get: { ...get, 'x-codeSamples': [{ lang: 'TypeScript', label: 'TypeScript' }] } } },
    });
  });

  it('has samples with the origin of the page', () => {
    const shown = JSON.stringify(withGuides(document, guides, 'http://here.example'));
    expect(shown).toContain("baseUrl: 'http://here.example'");
    expect(shown).not.toContain('localhost');
  });

  it('keeps the tags that the document describes', () => {
    const tags = [{ name: 'API', description: 'The API itself.' }];
    expect(withGuides({ ...document, tags }, [], 'http://here.example')).toMatchObject({
      tags,
      'x-tagGroups': [{ name: 'Operations', tags: ['API'] }],
    });
  });
});
