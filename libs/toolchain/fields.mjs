// Prints the places of the production code that list the fields of a Work Item, and their number: `node libs/toolchain/fields.mjs`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The fields of `WORK_ITEM_FIELDS` in the domain, as words. */
const FIELDS = ['title', 'description', 'type', 'priority', 'story points', 'due date'];
/** A block that names this many of them lists the fields: a short list leaves out the description. */
const LEAST = FIELDS.length - 1;
const { SyntaxKind: Kind } = ts;
const BLOCKS = new Set([
  Kind.ObjectLiteralExpression,
  Kind.ObjectBindingPattern,
  Kind.ArrayLiteralExpression,
  Kind.TypeLiteral,
  Kind.InterfaceDeclaration,
  Kind.ClassDeclaration,
  Kind.UnionType,
  Kind.CaseBlock,
]);
const TEXTS = new Set([Kind.StringLiteral, Kind.NoSubstitutionTemplateLiteral, Kind.TemplateExpression]);

/** Returns a name of the code, of SQL or of history as words: `due_date_changed` is the due date. */
const wordsOf = (name) =>
  name
    .replace(/_/g, ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ changed$/, '');

/** Returns the names that a block gives to its own parts, without those of the blocks in it. */
function namesIn(node) {
  if (TEXTS.has(node.kind)) return node.getText().match(/\w+/g) ?? [];
  const parts = node.clauses ?? node.members ?? node.properties ?? node.elements ?? node.types ?? [];
  return parts.flatMap((part) => {
    const name = part.name ?? part.expression ?? part.literal ?? part;
    return name.text ?? name.getText().match(/\w+$/) ?? [];
  });
}

function placesIn(file) {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const places = [];
  const visit = (node) => {
    const named = BLOCKS.has(node.kind) || TEXTS.has(node.kind) ? namesIn(node).map(wordsOf) : [];
    if (FIELDS.filter((field) => named.includes(field)).length >= LEAST) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      places.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

const files = ['apps/web', 'apps/server', ...readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}`)]
  .map((folder) => `${folder}/src`)
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|\/testing\/|\.d\.ts$/.test(file))
  .sort();
const places = files.flatMap(placesIn);
console.log([...places, `${places.length} places`].join('\n'));
