import { writeFileSync } from 'node:fs';
import { Caller } from '../kit/client.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, runTaskProcess, taskResult } from '../kit/task.js';
import { membersOf, PUBLIC_ID, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';
import { expectFailure } from './expectations.js';

const world = new World('tasks');
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
});
