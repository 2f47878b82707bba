import type { DynamicModule } from '@nestjs/common';
import {
  AttachmentUsage,
  Mutations,
  PathResources,
  type MutationReply,
  type Blobs,
  type LookupScope,
  type MutationRequest,
  type NamedInPath,
} from '@worktrack/application';
import { createApi, type Api } from '../server.js';
import { TOKEN, fakePorts, principal } from '../../test/fake-ports.js';

/*
 * Idempotency records of a running system outlive a deployment: a retry must find the record of its first request. These
 * fingerprints were taken before the runner got the use case as a value, and must never change.
 */

const PROJECT = '10000000-0000-4000-8000-000000000001';
const ITEM = '20000000-0000-4000-8000-000000000001';
const CHILD = '30000000-0000-4000-8000-000000000001';
const OTHER = '30000000-0000-4000-8000-000000000002';
const PROJECTS = '/projects';
const WEB = '/projects/WEB';
const ITEMS = `${WEB}/work-items`;
const W = `${ITEMS}/WEB-1`;

const fingerprints: string[] = [];

/** A runner that records the fingerprint of each mutation and runs none. */
const mutations = {
  run: (request: MutationRequest): Promise<MutationReply> => {
    fingerprints.push(request.fingerprint.toString('hex'));
    return Promise.resolve({ status: 204, body: null, shows: [], replayed: false });
  },
};

const resources: PathResources = {
  find: (_scope: LookupScope, { workItemNumber, child }: NamedInPath) =>
    Promise.resolve({
      project: { id: PROJECT, key: 'WEB' },
      workItem: workItemNumber === undefined ? undefined : { id: ITEM, deleted: false },
      child: child && {
        id: CHILD,
        deleted: false,
        ownerId: principal.user.id,
        otherWorkItem: { id: OTHER, projectId: PROJECT },
      },
    }) as ReturnType<PathResources['find']>,
};

const blobs: Partial<Blobs> = {
  write: async (part) => {
    for await (const piece of part) expect(piece).toBeInstanceOf(Buffer);
    return { blobName: 'b', size: 5, sha256: 'ab'.repeat(32) } as Awaited<ReturnType<Blobs['write']>>;
  },
  remove: () => Promise.resolve(),
};

function ports(): DynamicModule {
  const fakes = fakePorts({ blobs });
  const own = [
    { provide: Mutations, useValue: mutations },
    { provide: PathResources, useValue: resources },
    { provide: AttachmentUsage, useValue: { of: () => Promise.resolve({ bytes: 0, quotaBytes: null }) } },
  ];
  return { ...fakes, providers: [...(fakes.providers ?? []), ...own] };
}

let api: Api;
let base: string;

beforeAll(async () => {
  api = await createApi({
    ports: ports(),
    baseUrl: 'http://localhost:3000',
    trustProxy: false,
    attachmentMaxBytes: 1_000,
    log: { access: () => undefined, fault: () => undefined },
    logger: false,
  });
  base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}/api/v1/organizations/acme`;
});
afterAll(() => api.drain(1_000));

interface Given {
  readonly body?: object;
  readonly ifMatch?: string;
}

async function fingerprintOf(method: string, path: string, { body, ifMatch }: Given): Promise<string> {
  fingerprints.length = 0;
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'idempotency-key': 'fixed-key-0001',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  await answer.text();
  expect(answer.status).toBeLessThan(300);
  expect(fingerprints).toHaveLength(1);
  return fingerprints[0] ?? '';
}

function upload(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
  return form;
}

const COMPLETION = { targetState: 'done', completionAction: { mode: 'sprint', targetSprintId: OTHER.toUpperCase() } };
const OPERATION = { projectKey: 'web', workItemKey: 'web-7', revision: 2 };
const UPDATE = { ...OPERATION, changes: { title: ' T ', dueDate: null } };

describe('The fingerprint of a request', () => {
  it.each<[string, string, string, Given, string]>([
    [
      'creates a Project',
      'POST',
      PROJECTS,
      { body: { name: ' Web ', key: 'web', color: '#AABBCC' } },
      '9a7e65a584dc64a04d07cdb15857ed823e8522f4a381d7e64b3d8e664747a521',
    ],
    [
      'changes a Project',
      'PATCH',
      WEB,
      { body: { name: 'Web', description: null }, ifMatch: '"project-3"' },
      '996c762767f4040c975e87569fad9569c1650a0b2e4af215349c317494532dd2',
    ],
    [
      'archives a Project',
      'POST',
      `${WEB}/archive`,
      { body: {}, ifMatch: '"project-3"' },
      '584d2d63299aa27fb743835a624c8c05727f7a38161e374cb6616d5b2ad4f602',
    ],
    [
      'unarchives a Project',
      'POST',
      `${WEB}/unarchive`,
      { body: {}, ifMatch: '*' },
      '911cc65bceac51b608a91e9915dcbdd71e816982ccb526249b5271ea925c6c92',
    ],
    [
      'creates a Sprint',
      'POST',
      `${WEB}/sprints`,
      { body: { name: 'S 1', startDate: '2026-01-02T03:04:05.678+01:00', targetPoints: 8 } },
      'b9e25bef293ccd5967626ef84eafb9b5a9979ce7c2ae85d325e5e490e99f85e8',
    ],
    [
      'starts a Sprint',
      'POST',
      `${WEB}/sprints/${CHILD}/transitions`,
      { body: { targetState: 'active' }, ifMatch: '*' },
      '3ecd7e8fa45b43616a23cc5ec0d94279ee5291b570866ebe1a3748ebda462292',
    ],
    [
      'completes a Sprint',
      'POST',
      `${WEB}/sprints/${CHILD}/transitions`,
      { body: COMPLETION, ifMatch: '"sprint-2"' },
      'ae8b0ba0b63277082a429e3e4060de75fc51135d5778e724ea2c98b0db4fc569',
    ],
    [
      'creates a label',
      'POST',
      `${WEB}/labels`,
      { body: { name: ' Bug ' } },
      '2fdc27e500b4a8c862adce9f223434f108cd4cc1036012bd1fcfc82552aa6967',
    ],
    [
      'creates a Work Item',
      'POST',
      ITEMS,
      { body: { title: ' T ', parentId: 'web-4', assigneeId: OTHER, dueDate: '2026-01-02T00:00:00Z', storyPoints: 0 } },
      '7502e0bc56c08f48b271e87cca757a53ec29eea5ca048095eaa2784878bd90f0',
    ],
    [
      'creates a Work Item with defaults',
      'POST',
      ITEMS,
      { body: { title: 'T' } },
      '7791a06df9ab6f550be08ad55148cd6ca4524227f0e35929850d91964bd18ca2',
    ],
    [
      'changes a Work Item',
      'PATCH',
      W,
      {
        body: { description: 'D', parentId: OTHER, assigneeId: null, sprintId: OTHER, dueDate: null },
        ifMatch: '"wi-1"',
      },
      'e2c372752bf05a9cf12b98b4adc2a76f0fa0f3a20c4914a306506704af65ff17',
    ],
    [
      'changes the status of a Work Item',
      'PATCH',
      W,
      { body: { status: 'done', title: 'T' }, ifMatch: '*' },
      '7065e69f06b70bc2b2d09ec435e99cb8548d4688346574c4b94482348b3a3cf6',
    ],
    [
      'deletes a Work Item',
      'DELETE',
      W,
      { ifMatch: '"wi-1"' },
      '17449578724c156131a12edf985f94b2ef1a4a6d8c3ff7910701ffdb45e2e703',
    ],
    [
      'deletes a Work Item with all below',
      'DELETE',
      W,
      { body: { cascade: true }, ifMatch: '"wi-1"' },
      '84b53305c5c1862fe204458133947fa0378a7f30fcb6f85320c22c9a013603a0',
    ],
    [
      'archives a Work Item',
      'POST',
      `${W}/archive`,
      { body: {}, ifMatch: '"wi-1"' },
      'c988f42ddf1c5327736e237d4c6e79ff3ea5b5af33150ed743e2329ccea86abb',
    ],
    [
      'unarchives a Work Item',
      'POST',
      `${W}/unarchive`,
      { body: {}, ifMatch: '"wi-1"' },
      '31b4ae4a0f4b2ee7c44b84f2178ee0b7257dddeaf75f85086fe9f49a07f25d53',
    ],
    [
      'moves a Work Item',
      'POST',
      `${W}/transitions`,
      { body: { targetStatus: 'done' }, ifMatch: '"wi-1"' },
      '837ec22807427ae423fe08460fb78adb5a8e50e552e101cf53040237de7442e9',
    ],
    [
      'attaches a label by id',
      'POST',
      `${W}/labels`,
      { body: { labelId: OTHER }, ifMatch: '"wi-1"' },
      '8e2afd474b58764b11281860aa184ee1695c0db2e46d3ff227c7e284f37cfb2b',
    ],
    [
      'attaches a label by a name for an id',
      'POST',
      `${W}/labels`,
      { body: { labelId: 'Bug' }, ifMatch: '"wi-1"' },
      'b5c8d0bebbb89deed86ce04d541cc46ec19174c90018f06ef2cd8896f1c37bb5',
    ],
    [
      'attaches a label by name',
      'POST',
      `${W}/labels`,
      { body: { label: 'Bug' }, ifMatch: '"wi-1"' },
      '19fcfe3056d535780effc2dce599907c246725125c33e4b9735b8dd5f7affe25',
    ],
    [
      'detaches a label',
      'DELETE',
      `${W}/labels/bug`,
      { ifMatch: '"wi-1"' },
      '50db93eac435a9795e9361daa30f3c201ddd7c0fe3aca64eb1aab50a7859b768',
    ],
    [
      'links by key',
      'POST',
      `${W}/links`,
      { body: { relation: 'blocks', targetKey: 'web-2' } },
      'de87a819da313ef7ef6f22a5d5f5933d5eebc0b32752fba68d96f6d9402b5735',
    ],
    [
      'links by id',
      'POST',
      `${W}/links`,
      { body: { relation: 'blocks', targetId: OTHER } },
      'edeb6adc6acbcd809feb213eff28c90931b74ed14ed2e30fad7f2330e581a5c3',
    ],
    [
      'removes a link',
      'DELETE',
      `${W}/links/${CHILD}`,
      {},
      '07e0d3155b61e175973cf9fc7e67fdaf4b88991fe4001c329142f2d2040ebbee',
    ],
    [
      'comments',
      'POST',
      `${W}/comments`,
      { body: { body: ' Hello ' } },
      '10006a9ae1159ed8467dc0a5be9e3a346cadbe96db763ceae96c9d37060cdb4a',
    ],
    [
      'replies',
      'POST',
      `${W}/comments`,
      { body: { body: 'Hello', parentCommentId: OTHER } },
      '6c2d5604d0ffc0977ba57c458b2094654a870b721dfbf696ae555577ad9e6d01',
    ],
    [
      'changes a comment',
      'PATCH',
      `${W}/comments/${CHILD}`,
      { body: { body: 'Hello' } },
      'cf4f5bbcf252b8b4558378a1e564592e7cc11954a70e20555b73871125a371f3',
    ],
    [
      'deletes a comment',
      'DELETE',
      `${W}/comments/${CHILD}`,
      {},
      'ca81f796ef815b6010b32ee294d5d40a7186c8f9a31c66ebe8d012a1625788fc',
    ],
    [
      'uploads a file',
      'POST',
      `${W}/attachments`,
      { body: upload() },
      '77581fab3e9e9c7759f54e9e5429d4193fc121c75be8e6d742369450077cc3d5',
    ],
    [
      'deletes a file',
      'DELETE',
      `${W}/attachments/${CHILD}`,
      {},
      '074e4fdbe9c4fe7e5430f177ea5c47206696fe2524615238bd5fcfa11e21a25f',
    ],
    [
      'creates many',
      'POST',
      '/bulk-work-items',
      { body: { operations: [{ projectKey: 'web', title: ' T ' }, { title: 'T', wrong: 1 }, 7] } },
      'c2fa442ace1377ee851b658fdf4ad57dcf5ccccb275a8269c469ac1c8221a3b4',
    ],
    [
      'changes many',
      'PATCH',
      '/bulk-work-items',
      { body: { operations: [UPDATE, { ...UPDATE, changes: {} }] } },
      '4e9681700427d215f9d0710a2604f3da2751d509cc3795dd2e000acdfdce4443',
    ],
    [
      'moves many',
      'POST',
      '/bulk-work-item-transitions',
      {
        body: {
          concurrency: 'last-write-wins',
          operations: [{ projectKey: 'no key', workItemKey: 'web-7', targetStatus: 'done' }],
        },
      },
      '17c54c5552dd86c6adbf9488334e84574f8a97776a2ed54321c34cd3c00ded63',
    ],
  ])('that %s is fixed', async (_what, method, path, given, fingerprint) => {
    expect(await fingerprintOf(method, path, given)).toBe(fingerprint);
  });
});
