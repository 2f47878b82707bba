/**
 * Lint rules that keep the production code of the domain synchronous, deterministic and without dependencies. Facts such as
 * instants, identifiers and random values come in as arguments.
 */
const outside = 'The domain knows no runtime, clock, network or console: facts come in as arguments.';
const clock = 'The instant comes in as an argument.';
const machine = 'The result depends on the locale or the time zone of the machine.';
const synchronous = 'The domain is synchronous.';
const alone = 'The domain imports its own files and nothing else.';

const OUTSIDE = [
  ...['process', 'global', 'globalThis', 'Buffer', 'console', 'require', 'module', '__dirname', '__filename'],
  ...['fetch', 'crypto', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
];
const MACHINE = [
  ...['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase'],
  ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'toDateString', 'toTimeString'],
  ...['getTimezoneOffset', 'getFullYear', 'getMonth', 'getDate', 'getDay', 'getHours', 'getMinutes', 'getSeconds'],
];

export const purity = {
  'no-restricted-globals': [
    'error',
    ...OUTSIDE.map((name) => ({ name, message: outside })),
    { name: 'Promise', message: synchronous },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'Randomness comes in as an argument.' },
    { object: 'Date', property: 'now', message: clock },
    ...MACHINE.map((property) => ({ property, message: machine })),
  ],
  // The linter has this rule from a plugin with the rules of ESLint.
  'eslint-js/no-restricted-syntax': [
    'error',
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: clock },
    { selector: 'NewExpression[callee.name="Date"][arguments.length>1]', message: machine },
    { selector: 'CallExpression[callee.name="Date"]', message: clock },
    { selector: ':function[async=true]', message: synchronous },
    { selector: 'AwaitExpression', message: synchronous },
    { selector: 'Decorator', message: 'No decorators in the domain.' },
    { selector: 'ImportExpression', message: alone },
    { selector: 'TSImportEqualsDeclaration', message: alone },
  ],
  // All but ./… and ../…; sources lie at most one folder deep, so two steps up lead out of them.
  'no-restricted-imports': [
    'error',
    { patterns: [{ regex: '^([^.]|\\.[^./]|\\.\\.[^/]|\\.\\.?$|\\.\\./\\.\\.)', message: alone }] },
  ],
};
