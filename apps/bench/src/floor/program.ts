import Fastify, { type FastifyRequest } from 'fastify';
import { Pool } from 'pg';
import * as bare from './bare-writes.js';
import type { Change } from './change.js';
import { GET, LIST, itemOf, summaryOf, type ItemParams, type ProjectParams } from './reads.js';
import * as withDuties from './writes-with-duties.js';

/**
 * The floors of the measurement: a bare Fastify with pg on the same tables, without authentication, limits, validation and access log. All
 * statements are named, so PostgreSQL keeps their plans. Reads are one statement. There are two floors for writes: `/bare` does seven
 * statements in a transaction, and `/duties` writes all records that Worktrack writes, in plain statements one after the other, and answers
 * with the item.
 */
const [url = '', port = '', actor = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
const app = Fastify();

const keyOf = ({ headers }: FastifyRequest<never>) => String(headers['idempotency-key']);
const JSON_TYPE = 'application/json; charset=utf-8';

app.get<{ Params: ItemParams }>('/:organization/:project/:number', async ({ params }) => {
  const values = [params.organization, params.project, params.number];
  const { rows } = await pool.query({ name: 'get', text: GET, values });
  return itemOf(rows[0]);
});

app.get<{ Params: ProjectParams }>('/:organization/:project', async ({ params }) => {
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [params.organization, params.project] });
  return {
    items: rows.slice(0, 50).map(summaryOf),
    page: { limit: 50, hasMore: rows.length > 50, nextCursor: null },
  };
});

type Title = { readonly title: string };
type Many = { readonly numbers: number[]; readonly title: string };

app.post<{ Params: ProjectParams; Body: Title }>('/bare/:organization/:project', (request) =>
  bare.create(pool, request.params, keyOf(request as never), request.body.title),
);
app.patch<{ Params: ItemParams; Body: Change }>('/bare/:organization/:project/:number', (request) =>
  bare.update(pool, request.params, keyOf(request as never), request.body),
);
app.patch<{ Params: ProjectParams; Body: Many }>('/bare/:organization/:project/bulk', (request) =>
  bare.updateMany(pool, request.params, keyOf(request as never), request.body),
);

app.post<{ Params: ProjectParams; Body: Title }>('/duties/:organization/:project', async (request, reply) => {
  const claimed = { key: keyOf(request as never), actor, change: request.body };
  return reply.type(JSON_TYPE).send(await withDuties.create(pool, request.params, claimed, request.body.title));
});
app.patch<{ Params: ItemParams; Body: Change }>('/duties/:organization/:project/:number', async (request, reply) => {
  const claimed = { key: keyOf(request as never), actor, change: request.body };
  return reply.type(JSON_TYPE).send(await withDuties.update(pool, request.params, claimed, request.body));
});
app.patch<{ Params: ProjectParams; Body: Many }>('/duties/:organization/:project/bulk', async (request, reply) => {
  const claimed = { key: keyOf(request as never), actor, change: request.body };
  return reply.type(JSON_TYPE).send(await withDuties.updateMany(pool, request.params, claimed, request.body));
});

void app.listen({ port: Number(port), host: '127.0.0.1' });
