import { namedLabel, namedProject, namedSprints, namedUser, namedWorkItem, readSqueakQL } from '../index.js';

/** Returns the resolved operand of a comparison, or the first one of a list. */
function operand(query: string) {
  const { condition } = readSqueakQL(query, 'squeakql');
  const value = condition.kind === 'comparison' ? condition.value : 'values' in condition && condition.values[0];
  if (!value) throw new Error(`${query} has no operand.`);
  return value;
}

const ID = 'usr_AbCdEfGhIjKlMnOpQrStUQ';

describe('A user', () => {
  it.each([
    ['me()', { kind: 'me' }],
    ['currentUser()', { kind: 'me' }],
    [ID, { kind: 'publicId', publicId: ID }],
    [`'${ID}'`, { kind: 'publicId', publicId: ID }],
    // Not a public id: 26 characters, but the last one is not A, Q, g or w.
    [ID.toUpperCase(), { kind: 'username', username: ID.toLowerCase() }],
    [`${ID}x`, { kind: 'username', username: `${ID}x`.toLowerCase() }],
    ['Ada', { kind: 'username', username: 'ada' }],
    [`'\u00a0ada.b-c_d\t'`, { kind: 'username', username: 'ada.b-c_d' }],
    [`'ada@example.org'`, undefined],
    [`''`, undefined],
    [`'${'a'.repeat(65)}'`, undefined],
  ])('is recognised by its form: %s', (text, named) => {
    expect(namedUser(operand(`assignee = ${text}`))).toEqual(named);
  });
});

describe('A Sprint', () => {
  const uuid = '0198a000-0000-7000-8000-00000000000a';

  it.each([
    ['activeSprint()', { kind: 'state', state: 'active' }],
    ['futureSprints()', { kind: 'state', state: 'future' }],
    [`'${uuid}'`, { kind: 'id', id: uuid }],
    [`"${uuid.toUpperCase()}"`, { kind: 'id', id: uuid }],
    [`'${uuid}0'`, { kind: 'name', folded: `${uuid}0` }],
    [`' ${uuid}'`, { kind: 'name', folded: uuid }],
    [`'\u2003Straße 9 '`, { kind: 'name', folded: 'strasse 9' }],
    [`'İ'`, { kind: 'name', folded: 'i' }],
  ])('is recognised by its form: %s', (text, named) => {
    expect(namedSprints(operand(`sprint IN (${text})`))).toEqual(named);
  });
});

describe('A name or key', () => {
  it('of a label is in its stored form', () => {
    expect(namedLabel(operand(`label = ' C\u0327a \u00a0 Va\u3000'`))).toBe('ça va');
    expect(namedLabel(operand(`label = ' '`))).toBeUndefined();
    expect(namedLabel(operand(`label = '${'x'.repeat(101)}'`))).toBeUndefined();
  });

  it('of a Project or a Work Item is in either case, and nothing but a key', () => {
    expect(namedProject(operand('project = web'))).toBe('WEB');
    expect(namedWorkItem(operand('key = web-12'))).toEqual({ projectKey: 'WEB', number: 12 });
    for (const text of [`' WEB'`, `'K\u212a'`, `''`])
      expect(namedProject(operand(`project = ${text}`))).toBeUndefined();
    for (const text of ['WEB', 'WEB-0', 'WEB-01', `' WEB-1'`, `'\u212a9-1'`]) {
      expect(namedWorkItem(operand(`key = ${text}`))).toBeUndefined();
    }
  });

  it('is no other kind of operand', () => {
    expect(() => namedLabel({ kind: 'truth', value: true })).toThrow(TypeError);
    expect(() => namedUser({ kind: 'call', function: 'today', values: [] })).toThrow(TypeError);
  });
});
