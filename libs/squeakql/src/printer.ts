import type { Call, Expression, Operand, Query } from './ast.js';
import { tokensOf } from './placed.js';
import { assertObjects, assertText } from './wrong-use.js';

/**
 * Prints a query: one blank between words, parentheses only where they are needed, keywords in upper case, names as in the
 * query. Parsing the text gives an equal query, apart from positions, unless the text exceeds the length limit: printing can
 * add blanks and backslashes.
 */
export function print(query: Query): string {
  assertObjects('The query of print', query, 'expression');
  const { expression, orderBy } = query;
  const condition = printExpression(expression);
  if (orderBy === undefined) return condition;
  const fields = orderBy.fields.map(({ field, direction }) => field.text + (direction === 'desc' ? ' DESC' : ''));
  return `${condition} ORDER BY ${fields.join(', ')}`;
}

function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'or':
      return expression.operands.map((operand) => printWithin(operand, operand.kind === 'or')).join(' OR ');
    case 'and':
      return expression.operands.map((operand) => printWithin(operand, isChain(operand))).join(' AND ');
    case 'not':
      return `NOT ${printWithin(expression.operand, isChain(expression.operand))}`;
    case 'comparison':
      return `${expression.field.text} ${expression.operator.text} ${printOperand(expression.operand)}`;
    case 'membership': {
      const operator = expression.negated ? 'NOT IN' : 'IN';
      return `${expression.field.text} ${operator} (${expression.operands.map(printOperand).join(', ')})`;
    }
    case 'null-test':
      return `${expression.field.text} ${expression.negated ? 'IS NOT NULL' : 'IS NULL'}`;
    case 'call':
      return printCall(expression);
  }
}

function isChain({ kind }: Expression): boolean {
  return kind === 'or' || kind === 'and';
}

function printWithin(operand: Expression, parentheses: boolean): string {
  return parentheses ? `(${printExpression(operand)})` : printExpression(operand);
}

function printCall({ name, operands }: Call): string {
  return `${name.text}(${operands.map(printOperand).join(', ')})`;
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'word':
    case 'number':
      return operand.text;
    case 'string':
      return quoted(operand.text);
    case 'truth':
      return operand.value ? 'TRUE' : 'FALSE';
    case 'duration':
      return `${operand.sign === '-' ? '-' : ''}${operand.digits}${operand.unit}`;
    case 'call':
      return printCall(operand);
  }
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Writes a text as an operand: bare where it can be, else quoted. */
export function asOperand(text: string): string {
  assertText('asOperand', text);
  const [first] = tokensOf(text);
  return first?.token.kind === 'word' && first.token.text === text ? text : quoted(text);
}
