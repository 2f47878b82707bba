// The SDK checks each response by the schemas of zod. It cannot check requests: it looks for headers, which operations require, in an
// object of the class `Headers`, where it finds none.
export default {
  input: './openapi.json',
  output: { path: './client', importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: { request: false, response: 'zod' } }],
};
