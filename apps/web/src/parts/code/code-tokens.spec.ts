import { codeTokens } from './code-tokens.js';

/** The parts with a kind, as `kind:text`. */
const marked = (code: string, info: string): readonly string[] | undefined =>
  codeTokens(code, info, 1_000)?.flatMap(([text, kind]) => (kind === undefined ? [] : [`${kind}:${text}`]));

describe('Code of a language', () => {
  it.each([
    ['ts', 'const a = "b"; // c', ['keyword:const', 'string:"b"', 'comment:// c']],
    ['js', 'x = /["/]/g; constant', ['string:/["/]/g']],
    ['js', 'a / b / c', []],
    ['TSX', 'new Map()', ['keyword:new', 'name:Map']],
    [
      'py',
      'def f(): # it\n  return """a\nb"""',
      ['keyword:def', 'comment:# it', 'keyword:return', 'string:"""a\nb"""'],
    ],
    ['python {3}', "'it\\'s' 12.5", ["string:'it\\'s'", 'number:12.5']],
    ['sql', 'SELECT 1 -- one', ['keyword:SELECT', 'number:1', 'comment:-- one']],
    ['json', '{"a": "b", "c": true}', ['name:"a"', 'string:"b"', 'name:"c"', 'keyword:true']],
    ['html', '<a href="/b">c</a>', ['keyword:<a', 'name:href', 'string:"/b"', 'keyword:>', 'keyword:</a', 'keyword:>']],
    ['yaml', 'a: "b" # c\nd-e: 1', ['name:a', 'string:"b"', 'comment:# c', 'name:d-e', 'number:1']],
    ['diff', '@@ 1 @@\n+a\n-b\n c', ['keyword:@@ 1 @@', 'added:+a', 'removed:-b']],
    ['bash', 'if [ $A ]; then ls -la # b', ['keyword:if', 'name:$A', 'keyword:then', 'number:-la', 'comment:# b']],
    ['css', 'a { color: #fff; }', ['name:color', 'number:#fff']],
    ['rust', "fn a<'b>() -> u8 { 'c' }", ['keyword:fn', "string:'c'"]],
  ])('%s: %s', (info, code, parts) => {
    expect(marked(code, info)).toEqual(parts);
  });

  it('is plain where nobody knows the language', () => {
    for (const info of ['', 'klingon', '__proto__', 'constructor']) expect(codeTokens('if', info, 10)).toBeUndefined();
  });

  it('has kinds for as many parts as are allowed, and stays whole', () => {
    expect(codeTokens('1 2 3 4', 'js', 2)).toEqual([['1', 'number'], [' '], ['2', 'number'], [' 3 4']]);
  });
});

/** Beginnings without ends, and what looks like many beginnings. */
const UNITS = [
  ...['(', '<', '{', '[', '"', "'", '`', '/', '\\', '#', '$', '@', '-', '=', ':', ' ', '\n', '\t', 'a', 'A', '1', '_'],
  ...[
    '/*',
    '//',
    '--',
    '<!--',
    '"""',
    "'''",
    '${',
    '<a ',
    '= /',
    '=/[',
    '=/\\',
    '"a',
    'a:',
    'a =',
    '\n#',
    '\n+',
    "'\\",
    '-a',
    '"\n',
  ],
];
const LANGUAGES = ['js', 'json', 'py', 'sh', 'sql', 'html', 'css', 'yaml', 'toml', 'docker', 'diff', 'java', 'c', 'go'];
/** Ten times what a page formats: with a time that grew with the square of the length, this suite would not end. */
const LONG = 200_000;

describe('Hostile code', () => {
  it.each(LANGUAGES)('stays whole, in a time that grows with its length only: %s', (info) => {
    for (const unit of UNITS) {
      for (const before of ['', '"']) {
        const text = (before + unit.repeat(LONG)).slice(0, LONG);
        const tokens = codeTokens(text, info, LONG) ?? [];
        expect(tokens.map(([part]) => part).join('') === text).toBe(true);
      }
    }
  });
});
