import { writeFileSync } from 'node:fs';
import { Caller } from '../kit/client.js';
import { query } from '../kit/database.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, runTaskProcess, taskResult } from '../kit/task.js';
import { membersOf, PUBLIC_ID, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';
import { expectFailure } from './expectations.js';

const world = new World('tasks');
const provision = (file: object): Promise<any> =>
  taskResult(['provision', '--file', '-'], { databaseUrl: world.databaseUrl, input: JSON.stringify(file) });
const failing = (input: string): ReturnType<typeof runTask> =>
  runTask(['provision', '--file', '-'], { databaseUrl: world.databaseUrl, input });

const email = (name: string): string => `${name}@provisioned.example.test`;
const file = {
  users: [
    { email: email('ann'), name: 'Ann' },
    { email: email('bob'), name: 'Bob' },
  ],
  organizations: [
    {
      slug: 'provisioned',
      name: 'Provisioned',
      description: 'From a file',
      members: [
        { email: email('ann'), role: 'owner', username: 'ann' },
        { email: email('bob'), role: 'member' },
      ],
      projects: [
        { key: 'ONE', name: 'One', description: 'First', color: '#ABCDEF' },
        { key: 'two', name: 'Two' },
      ],
    },
    { slug: 'provisioned-too', name: 'Too', members: [{ email: email('ann'), role: 'owner' }] },
  ],
  tokens: [
    { email: email('ann'), name: 'whole', scopes: ['all'], org: ['provisioned', 'provisioned-too'], expiresInDays: 30 },
    { email: email('bob'), name: 'narrow', scopes: ['project:read'], org: 'provisioned', projects: ['TWO'] },
  ],
};

describe('provision', () => {
  let first: any;

  it('creates what is missing and answers in the order of the file', async () => {
    const input = JSON.stringify(file);
    first = await taskResult(['provision', '--file', '-'], { databaseUrl: world.databaseUrl, input }, runTaskProcess);
    expect(membersOf(first)).toEqual(['organizations', 'tokens', 'users']);
    expect(first.users).toEqual(
      file.users.map((user) => ({
        email: user.email,
        id: expect.stringMatching(UUID),
        publicId: expect.stringMatching(PUBLIC_ID),
      })),
    );
    expect(first.organizations).toEqual([
      { slug: 'provisioned', id: expect.stringMatching(UUID) },
      { slug: 'provisioned-too', id: expect.stringMatching(UUID) },
    ]);
    expect(first.tokens).toEqual(
      file.tokens.map(({ name, email: of }) => ({
        name,
        email: of,
        token: expect.stringMatching(/^wtp_/),
        credentialId: expect.stringMatching(UUID),
      })),
    );

    const ann = new Caller(world.baseUrl, first.tokens[0].token);
    const { body } = await ann.get('/api/v1/organizations/provisioned');
    expect(body).toMatchObject({ description: 'From a file', role: 'owner' });
    const projects = (await ann.get('/api/v1/organizations/provisioned/projects')).body.items;
    expect(projects).toMatchObject([
      { key: 'ONE', name: 'One', description: 'First', color: '#abcdef', revision: 1 },
      { key: 'TWO', name: 'Two', description: null, color: '#6366f1', revision: 1 },
    ]);
    const bob = new Caller(world.baseUrl, first.tokens[1].token);
    expect((await bob.get('/api/v1/organizations/provisioned/projects')).body.items).toHaveLength(1);
  });

  it('changes nothing the second time, and does not print a token again', async () => {
    const again = await provision(file);
    expect(again).toEqual({ ...first, tokens: first.tokens.map((token: object) => ({ ...token, token: null })) });
  });

  it('updates what is named and differs, and removes nothing', async () => {
    const answer = await provision({
      users: [{ email: email('ANN'), name: 'Ann Other' }],
      organizations: [
        {
          slug: 'provisioned',
          name: 'Renamed',
          members: [{ email: email('bob'), role: 'admin', username: 'Bob' }],
          projects: [{ key: 'ONE', name: 'Uno' }],
        },
      ],
      tokens: [{ email: email('ann'), name: 'another', scopes: 'all', org: 'provisioned' }],
    });
    expect(answer.users[0].id).toBe(first.users[0].id);
    const ann = new Caller(world.baseUrl, answer.tokens[0].token);
    const { body } = await ann.get('/api/v1/organizations/provisioned');
    expect(body).toMatchObject({ name: 'Renamed', description: 'From a file', role: 'owner' });
    expect((await ann.get('/api/v1/me')).body).toMatchObject({
      name: 'Ann Other',
      organizations: [{ username: 'ann' }],
    });
    const projects = (await ann.get('/api/v1/organizations/provisioned/projects')).body.items;
    expect(projects).toMatchObject([
      { key: 'TWO', name: 'Two', revision: 1 },
      { key: 'ONE', name: 'Uno', description: 'First', color: '#abcdef', revision: 2 },
    ]);
  });

  it('takes a Project that is named twice as one, of which the last word counts', async () => {
    const organization = (projects: object[]) => ({ ...file.organizations[0], projects });
    const named = [
      { key: 'ONE', name: 'First of all', color: '#000001' },
      { key: 'NEW', name: 'New' },
      { key: 'one', name: 'One at last' },
      { key: 'new', name: 'New at last', description: 'Twice' },
    ];
    await provision({ organizations: [organization(named), organization([{ key: 'NEW', name: 'Newest' }])] });
    const projects = await query(
      world.databaseUrl,
      `select p.key, p.name, p.description, p.color, p.revision from projects p
       join organizations o on o.id = p.organization_id where o.slug = 'provisioned' and p.key in ('ONE', 'NEW') order by key`,
    );
    expect(projects).toMatchObject([
      { key: 'NEW', name: 'Newest', description: 'Twice', revision: 1 },
      { key: 'ONE', name: 'One at last', color: '#000001' },
    ]);
  });

  it('makes a token anew when the one of that name is revoked', async () => {
    await taskResult(['token:revoke', '--id', first.tokens[1].credentialId], world);
    const { tokens } = await provision({ tokens: [file.tokens[1]] });
    expect(tokens[0].token).toMatch(/^wtp_/);
    expect(tokens[0].credentialId).not.toBe(first.tokens[1].credentialId);
  });

  it('reads a file, which may be empty', async () => {
    const path = scratchPath('provision.json');
    writeFileSync(path, '{}');
    const nothing = { users: [], organizations: [], tokens: [] };
    expect(await taskResult(['provision', '--file', path], world)).toEqual(nothing);
    expectFailure(await runTask(['provision', '--file', `${path}.not`], world), 2, /provision\.json/);
  });

  it.each<[what: string, input: string, path: RegExp]>([
    ['an unknown list', '{"people":[]}', /people/],
    ['an unknown member of a user', `{"users":[{"email":"x@y.test","name":"x","admin":true}]}`, /users.*0.*admin/],
    [
      'an unknown member of a Project',
      '{"organizations":[{"slug":"tasks","name":"x","members":[],"projects":[{"key":"X","name":"x","icon":"y"}]}]}',
      /organizations.*0.*projects.*0.*icon/,
    ],
    ['a file that is no JSON', '{users}', /./],
    ['a file that is a list', '[]', /./],
    ['nothing', '', /./],
    [
      'Projects with several Organizations',
      `{"tokens":[{"email":"x@y.test","name":"x","scopes":"all","org":["a","b"],"projects":["X"]}]}`,
      /tokens.*0/,
    ],
  ])('refuses %s by exit 2', async (_what, input, path) => {
    expectFailure(await failing(input), 2, path);
  });

  it.each<[what: string, file: object]>([
    [
      'a new Organization without an owner',
      {
        users: [{ email: email('left'), name: 'Left' }],
        organizations: [{ slug: 'ownerless', name: 'x', members: [{ email: email('left'), role: 'admin' }] }],
      },
    ],
    [
      'a token of somebody who does not exist',
      {
        users: [{ email: email('left'), name: 'Left' }],
        tokens: [{ email: email('nobody'), name: 'x', scopes: 'all', org: 'provisioned' }],
      },
    ],
    [
      'the last owner as a member',
      {
        users: [{ email: email('left'), name: 'Left' }],
        organizations: [{ slug: 'provisioned-too', name: 'Too', members: [{ email: email('ann'), role: 'member' }] }],
      },
    ],
  ])('refuses %s by exit 1', async (_what, input) => {
    expectFailure(await failing(JSON.stringify(input)), 1);
  });

  it('left nothing behind when it was refused', async () => {
    const users = await taskResult(['user:list'], world);
    expect(users.map((user: any) => user.email)).not.toContain(email('left'));
  });
});
