import { typescriptSample } from './typescript-sample.js';

const path = (name: string, example?: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example,
});
const bearer = { security: [{ bearerAuth: [] }] };

describe('A sample in TypeScript', () => {
  it('has the required parameters with their examples, and no optional one', () => {
    const limit = { name: 'limit', in: 'query', required: false, schema: { default: 50 } };
    const sample = typescriptSample(
      'get',
      '/{a}/{b}',
      { ...bearer, parameters: [path('a', 'demo'), path('b'), limit] },
      {},
    );
    expect(sample).toContain("await client.GET('/{a}/{b}', { params: { path: { a: 'demo', b: 'B' } } });");
    expect(sample).toContain('Authorization');
  });

  it('has a new key, a tag, and the example of the body, through references', () => {
    const document = {
      components: {
        parameters: {
          key: { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } },
          tag: { name: 'If-Match', in: 'header', required: true, schema: { examples: ['"wi-3"'] } },
        },
      },
    };
    const sample = typescriptSample(
      'patch',
      '/x',
      {
        ...bearer,
        parameters: [{ $ref: '#/components/parameters/key' }, { $ref: '#/components/parameters/tag' }],
        requestBody: {
          content: {
            'application/json': { examples: { one: { value: { title: 'It\'s "new"', tags: ['a'], due: null } } } },
          },
        },
      },
      document,
    );
    expect(sample).toContain("'Idempotency-Key': crypto.randomUUID()");
    expect(sample).toContain("'If-Match': '\"wi-3\"'");
    expect(sample).toContain("body: { title: 'It\\'s \"new\"', tags: ['a'], due: null }");
  });

  it('sends a file as a form, and no token where none is needed', () => {
    const form = { content: { 'multipart/form-data': {} } };
    const upload = typescriptSample('post', '/x', { ...bearer, requestBody: form }, {});
    expect(upload).toContain("form.append('file', new Blob(['Hello']), 'hello.txt');");
    expect(upload).toContain("await client.POST('/x', { body: { file: '' }, bodySerializer: () => form });");
    const open = typescriptSample('get', '/x', { security: [] }, {});
    expect(open).toContain("await client.GET('/x');");
    expect(open).not.toContain('Authorization');
  });
});
