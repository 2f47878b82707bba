import { installGenerators } from './generators.mjs';

describe('Generators of clients', () => {
  it('are not run where their language is missing, each with the reason', () => {
    const { programs, notRun } = installGenerators('/nowhere', {
      find: (program) => (program === 'go' ? undefined : `/usr/bin/${program}`),
      hasGem: () => false,
      install: (name, folder) => `${folder}/${name}`,
    });
    expect(notRun).toEqual([
      'not run: client by go, this machine has no go',
      'not run: client by ruby, this machine has no typhoeus',
      'not run: client by oapi-codegen, this machine has no go',
    ]);
    expect(programs).toEqual({
      'typescript-fetch': '/nowhere/openapi-generator-cli',
      python: '/nowhere/openapi-generator-cli',
      'openapi-python-client': '/nowhere/openapi-python-client',
    });
  });

  it('are not run where they cannot be installed', () => {
    const { programs, notRun } = installGenerators('/nowhere', {
      find: () => '/usr/bin/program',
      hasGem: () => true,
      install: (name) => {
        if (name !== 'oapi-codegen') throw new Error('no network');
        return '/bin/oapi-codegen';
      },
    });
    expect(programs).toEqual({ 'oapi-codegen': '/bin/oapi-codegen' });
    expect(notRun).toHaveLength(5);
    expect(notRun[0]).toBe('not run: client by typescript-fetch, no network');
  });
});
