import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packagesOf, ROOT } from './workspace.mjs';

jest.setTimeout(120_000);

/** The broken rules of a tree as `{rule, from, to}`. */
function violationsIn(root) {
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = ['apps', 'packages', 'libs', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

/** The workspace's own files in another folder, over the same installed packages. */
function copyOfTheTree() {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'architecture-')));
  const ownFiles = { recursive: true, filter: (source) => !/[/\\](node_modules|dist|\.turbo)$/.test(source) };
  for (const name of ['apps', 'libs', 'packages', '.dependency-cruiser.cjs', 'package.json']) {
    cpSync(path.join(ROOT, name), path.join(copy, name), ownFiles);
  }
  const installed = (folder, ...except) => {
    mkdirSync(path.join(copy, folder, 'node_modules'), { recursive: true });
    for (const name of readdirSync(path.join(ROOT, folder, 'node_modules'))) {
      const link = path.join(copy, folder, 'node_modules', name);
      if (!except.includes(name)) symlinkSync(path.join(ROOT, folder, 'node_modules', name), link);
    }
  };
  installed('.', '@worktrack', '.cache');
  mkdirSync(path.join(copy, 'node_modules/@worktrack'));
  for (const { folder, manifest } of packagesOf(ROOT)) {
    const place = path.relative(ROOT, folder);
    symlinkSync(path.join(copy, place), path.join(copy, 'node_modules', manifest.name));
    if (readdirSync(folder).includes('node_modules')) installed(place);
  }
  return copy;
}

describe('The import matrix', () => {
  const planted = [
    ["Node's own module in the domain", 'packages/domain/src/planted/core.ts', "import 'node:fs';"],
    [
      'a type of a layer above',
      'packages/domain/src/planted/upward.ts',
      "import type {} from '@worktrack/application';",
    ],
    ['an npm package in the domain', 'packages/domain/src/planted/npm.ts', "import 'rxjs';"],
    ['an npm package in the domain fixtures', 'packages/domain/src/testing/npm.ts', "import 'fast-check';"],
    ['a framework in the application', 'packages/application/src/planted/nest.ts', "import '@nestjs/common';"],
    ['a type of a database driver', 'packages/application/src/planted/pg.ts', "import type { Client } from 'pg';"],
    [
      'one adapter in another',
      'packages/adapter-http/src/planted/sideways.ts',
      "import '@worktrack/adapter-postgres';",
    ],
    ['the business in a lib', 'libs/keyset/src/planted/domain.ts', "import '@worktrack/domain';"],
    ["Node's own module in the drawings", 'packages/charts/src/planted/core.ts', "import 'node:fs';"],
    ['a package in the scripts', 'libs/toolchain/planted.mjs', "import 'preact';"],
    ['the inside in black-box tests', 'apps/e2e/src/planted/inside.ts', "import '@worktrack/domain';"],
    ['the use cases in the browser', 'apps/web/src/planted/use-case.ts', "import '@worktrack/application';"],
    ['an app in an app', 'apps/bench/src/planted/app.ts', "import '../../../server/src/main.js';"],
    ['an adapter in a test below', 'packages/application/src/planted/x.spec.ts', "import '@worktrack/adapter-http';"],
  ].map(([what, file, text]) => {
    const [home] = /^[^/]+\/[^/]+/.exec(file);
    return { what, file, text, rule: `matrix${file.includes('.spec.') ? ' of tests' : ''}: ${home}` };
  });
  planted.push(
    {
      what: 'a file inside another package',
      file: 'packages/application/src/planted/deep.ts',
      text: "import '../../../domain/src/project/project.js';",
      rule: 'only the front door',
    },
    {
      what: 'a built file of another package',
      file: 'packages/application/src/planted/built.ts',
      text: "import '../../../domain/dist/project/project.js';",
      rule: 'only the front door',
    },
    {
      what: 'a door that a package does not have',
      file: 'packages/application/src/planted/door.ts',
      text: "import '@worktrack/domain/dist/project/project.js';",
      rule: 'resolvable',
    },
    {
      what: 'fixtures outside of tests',
      file: 'packages/application/src/planted/fixtures.ts',
      text: "import '@worktrack/domain/testing';",
      rule: 'fixtures are for tests',
    },
    {
      what: 'a test helper outside of tests',
      file: 'libs/squeakql/src/planted/helper.ts',
      text: "import '../../test/marked.js';",
      rule: 'production code imports no test',
    },
    {
      what: 'two files that need each other',
      file: 'libs/keyset/src/planted/egg.ts',
      text: "import { hen } from './hen.js'; export const egg = () => hen();",
      rule: 'no circles',
    },
    {
      what: 'a slice in the engine',
      file: 'packages/adapter-postgres/src/engine/planted.ts',
      text: "import '../label/label.views.js';",
      rule: 'floor: engine',
    },
    {
      what: 'a slice in the recording',
      file: 'packages/adapter-postgres/src/recording/planted.ts',
      text: "import type {} from '../sprint/sprint.table.js';",
      rule: 'floor: recording',
    },
    {
      what: 'the composition in a slice',
      file: 'packages/adapter-postgres/src/work-item/planted.ts',
      text: "import '../database.js';",
      rule: 'floor: profile, work-item',
    },
    {
      what: 'a folder that nobody gave a floor',
      file: 'packages/adapter-postgres/src/planted/newcomer.ts',
      text: "import '../engine/statement.js';",
      rule: 'a folder without a floor: packages/adapter-postgres',
    },
    {
      what: 'the whole unit of work in a use case, which names its ports',
      file: 'packages/application/src/label/planted.ts',
      text: "import type {} from '../unit-of-work.js';",
      rule: 'floor: activity, bulk, comment, invitation, label, link, saved-sprint-report, saved-view, watch',
    },
    {
      what: 'a screen in the shell of the page',
      file: 'apps/web/src/shell/planted.ts',
      text: "export const board = () => import('../board/board-screen.js');",
      rule: 'floor: shell',
    },
    {
      what: 'who is signed in, out of the folder of the settings, in the client of the API',
      file: 'apps/web/src/api/planted.ts',
      text: "import type {} from '../identity/scopes.js';",
      rule: 'floor: api',
    },
    {
      what: 'one screen in another one of the same floor',
      file: 'apps/web/src/board/planted.ts',
      text: "import '../reports/report-titles.js';",
      rule: 'floor: administration, board, reports',
    },
    {
      what: 'a folder of the page that nobody gave a floor',
      file: 'apps/web/src/planted/newcomer.ts',
      text: "import '../api/cache.js';",
      rule: 'a folder without a floor: apps/web',
    },
    {
      what: 'two types that need each other',
      file: 'packages/adapter-postgres/src/engine/planted-egg.ts',
      text: "import type { Hen } from './planted-hen.js'; export type Egg = Hen | 'egg';",
      rule: 'no circles',
    },
    {
      what: 'a package that nobody gave a row',
      file: 'packages/newcomer/src/index.ts',
      text: "import '@worktrack/domain';",
      rule: 'a package without a row',
    },
  );

  // One run of the checker shows both: what is planted is caught, and nothing else in the tree breaks a rule.
  describe('in a copy of this tree with planted violations', () => {
    let copy;
    let violations;
    beforeAll(() => {
      copy = copyOfTheTree();
      const write = (file, text) => {
        mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
        writeFileSync(path.join(copy, file), `${text}\n`);
      };
      for (const { file, text } of planted) write(file, text);
      write('packages/domain/dist/project/project.js', '');
      write('libs/keyset/src/planted/hen.ts', "import { egg } from './egg.js'; export const hen = () => egg();");
      write(
        'packages/adapter-postgres/src/engine/planted-hen.ts',
        "import type { Egg } from './planted-egg.js'; export type Hen = Egg | 'hen';",
      );
      violations = violationsIn(copy);
    });
    afterAll(() => rmSync(copy, { recursive: true, force: true }));

    it.each(planted)('catches $what', ({ file, rule }) => {
      expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule)).toContain(rule);
    });

    it('holds in the tree itself', () => {
      const ours = violations.filter(({ from }) => !/planted|newcomer|domain\/src\/testing\/npm/.test(from));
      expect(ours).toEqual([]);
    });
  });
});
