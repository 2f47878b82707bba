/** Kinds of parts of code that have a color of their own. */
export type CodeKind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'added' | 'removed';

/**
 * A language: sources of expressions, tried in their order at each place, by the kind of what they match; `words` names the keywords. An
 * expression must find out in a bounded number of steps that it does not match, or match all that it has looked at: then the time grows
 * with the length of the code, whatever the code is.
 */
export interface Language {
  readonly parts: readonly (readonly [CodeKind, string])[];
  readonly words: ReadonlySet<string>;
  readonly ignoresCase?: boolean;
}

/** The end of the code, where that of a part is missing. */
const END = String.raw`(?![\s\S])`;
const between = (open: string, close: string): string => String.raw`${open}[\s\S]*?(?:${close}|${END})`;
const quoted = (quote: string): string => String.raw`${quote}(?:\\[\s\S]|[^\\\n${quote}])*${quote}?`;

const SLASHES = ['comment', String.raw`\/\/[^\n]*`] as const;
const STARS = ['comment', between(String.raw`\/\*`, String.raw`\*\/`)] as const;
const HASH = ['comment', String.raw`(?<![^\s;])#[^\n]*`] as const;
const DASHES = ['comment', '--[^\n]*'] as const;
const DOUBLE = ['string', quoted('"')] as const;
const SINGLE = ['string', quoted("'")] as const;
const BACKTICKS = ['string', String.raw`\x60(?:\\[\s\S]|[^\\\x60])*\x60?`] as const;
const NUMBER = ['number', String.raw`(?<![\w$])\d[\w.]*`] as const;
/** Types and classes, as most languages write them. */
const TYPE = ['name', String.raw`(?<![\w$])[A-Z]\w*`] as const;
/** Only where an expression can begin, and at most 200 characters. */
const PATTERN = [
  'string',
  String.raw`\/(?<=[=(,:!&|?{};[]\s?\/)(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^/\\\n[]){1,200}\/[a-z]*`,
] as const;

const language = (words: string, ...parts: Language['parts']): Language => ({
  parts,
  words: new Set(words.split(' ')),
});

const like = (words: string): Language => language(words, SLASHES, STARS, DOUBLE, SINGLE, NUMBER, TYPE);

const JAVASCRIPT = language(
  'abstract as asserts async await break case catch class const constructor continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while with yield',
  SLASHES,
  STARS,
  DOUBLE,
  SINGLE,
  BACKTICKS,
  PATTERN,
  NUMBER,
  TYPE,
);
const KEYS_OF_JSON = ['name', String.raw`"(?:\\.|[^\\\n"])*"(?=\s{0,20}:)`] as const;
const TRIPLE = [
  ['string', between('"""', '"""')],
  ['string', between("'''", "'''")],
] as const;

const NAMED: Readonly<Record<string, Language>> = {
  'javascript js jsx mjs node typescript ts tsx': JAVASCRIPT,
  'json jsonc json5': language('false null true', SLASHES, KEYS_OF_JSON, DOUBLE, NUMBER),
  'python py': language(
    'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield',
    HASH,
    ...TRIPLE,
    DOUBLE,
    SINGLE,
    ['name', String.raw`(?<!\w)@[\w.]+`],
    NUMBER,
    TYPE,
  ),
  'bash sh shell zsh console': language(
    'case do done echo elif else esac exit export fi for function if in local return set then unset until while',
    HASH,
    DOUBLE,
    ['string', "'[^']*'?"],
    ['name', String.raw`\$(?:\w+|\{\w+)`],
    ['number', String.raw`(?<![\w-])-{1,2}[a-zA-Z][\w-]*`],
  ),
  sql: {
    ...language(
      'add all alter and any as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback row select set table then true union unique update using values view when where with',
      DASHES,
      STARS,
      ['string', "'[^']*'?"],
      ['name', '"[^"\n]*"?'],
      NUMBER,
    ),
    ignoresCase: true,
  },
  'html xml svg vue': language(
    '',
    ['comment', between('<!--', '-->')],
    ['keyword', String.raw`<[/?!]?[\w:-]+|[/?]?>`],
    ['name', String.raw`(?<=\s)[\w:@.-]+(?==)`],
    DOUBLE,
    SINGLE,
  ),
  'css scss less': language(
    'important',
    STARS,
    ['comment', String.raw`(?<!:)\/\/[^\n]*`],
    DOUBLE,
    SINGLE,
    ['keyword', '@[a-zA-Z-]+'],
    ['number', String.raw`#[0-9a-fA-F]{3,8}(?![\w-])|(?<![\w-])-?\.?\d[\w.%]*`],
    ['name', String.raw`(?<![\w-])-{0,2}[a-zA-Z][\w-]*(?=\s{0,20}:\s)`],
  ),
  'yaml yml': language(
    'false no null off on true yes',
    HASH,
    ['name', String.raw`(?<![\w./-])[\w./-]{1,80}(?=:(?:\s|$))`],
    DOUBLE,
    SINGLE,
    ['number', String.raw`(?<![\w.-])-?\d[\d._]*(?![\w-])`],
  ),
  'toml ini properties': language(
    'false true',
    ['comment', '[#;][^\n]*'],
    ['keyword', String.raw`(?<=^|\n)\[[^\n]*`],
    ['name', String.raw`(?<=^|\n)[\w.-]+(?=\s{0,20}=)`],
    DOUBLE,
    SINGLE,
    NUMBER,
  ),
  'dockerfile docker': language(
    'ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL USER VOLUME WORKDIR',
    HASH,
    DOUBLE,
    SINGLE,
    ['name', String.raw`\$(?:\w+|\{\w+)`],
  ),
  'diff patch': language(
    '',
    ['keyword', String.raw`(?<=^|\n)(?:@@|diff|index|---|\+\+\+)[^\n]*`],
    ['added', String.raw`(?<=^|\n)\+[^\n]*`],
    ['removed', String.raw`(?<=^|\n)-[^\n]*`],
  ),
  java: like(
    'abstract assert boolean break byte case catch char class continue default do double else enum extends false final finally float for if implements import instanceof int interface long new null package permits private protected public record return sealed short static super switch synchronized this throw throws true try var void volatile while yield',
  ),
  'kotlin kt': like(
    'as break by catch class companion const constructor continue data do else enum false finally for fun if import in interface internal is lateinit null object open override package private protected public return sealed super suspend this throw true try typealias val var when where while',
  ),
  'c h cpp c++ cc hpp': language(
    'alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern false final float for friend if inline int long namespace new noexcept nullptr operator override private protected public register return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while',
    SLASHES,
    STARS,
    ['name', String.raw`(?<=^|\n)[ \t]{0,20}#[ \t]{0,20}\w+`],
    DOUBLE,
    SINGLE,
    NUMBER,
    TYPE,
  ),
  'csharp cs c#': like(
    'abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum event explicit false finally float for foreach get if in init int interface internal is lock long namespace new null object out override params private protected public readonly record ref required return sealed set short static string struct switch this throw true try typeof uint using var virtual void where while yield',
  ),
  'go golang': language(
    'break case chan const continue default defer else fallthrough false for func go goto if import interface iota map nil package range return select struct switch true type var',
    SLASHES,
    STARS,
    DOUBLE,
    SINGLE,
    ['string', String.raw`\x60[^\x60]*\x60?`],
    NUMBER,
    TYPE,
  ),
  'rust rs': language(
    'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while',
    SLASHES,
    STARS,
    DOUBLE,
    ['string', String.raw`'(?:\\[^\n]{1,8}|[^\\\n'])'`],
    NUMBER,
    TYPE,
  ),
  swift: like(
    'actor as associatedtype async await break case catch class continue default defer deinit do else enum extension false fileprivate for func guard if import in init inout internal is let nil open operator override private protocol public repeat return self static struct subscript super switch throw throws true try typealias var where while',
  ),
  php: language(
    'abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enum extends false final finally fn for foreach function global if implements include instanceof interface isset match namespace new null or private protected public readonly require return static switch this throw trait true try unset use var while yield',
    SLASHES,
    STARS,
    HASH,
    DOUBLE,
    SINGLE,
    ['name', String.raw`\$\w+`],
    NUMBER,
    TYPE,
  ),
  'ruby rb': language(
    'alias and begin break case class def do else elsif end ensure false for if in module next nil not or raise redo require rescue retry return self super then true undef unless until when while yield',
    HASH,
    DOUBLE,
    SINGLE,
    ['name', String.raw`(?<![\w:]):\w+|@{1,2}\w+`],
    NUMBER,
    TYPE,
  ),
};

const LANGUAGES = new Map(
  Object.entries(NAMED).flatMap(([names, one]) => names.split(' ').map((name) => [name, one] as const)),
);

/** Finds a language by the word after the fence of a block, such as `ts` or `Python {3}`. */
export const languageOf = (info: string): Language | undefined =>
  LANGUAGES.get(/^[\w+#]+/.exec(info.trim())?.[0].toLowerCase() ?? '');
