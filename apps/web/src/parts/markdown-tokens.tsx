import type { Token, Tokens } from 'marked';
import { h, isValidElement, toChildArray, type ComponentChildren } from 'preact';
import { addressOf } from './address.js';
import { BoundedLexer, Effort } from './bounded-lexer.js';
import type { Share } from './text-budget.js';

/** Parts of parts; what lies deeper is shown as it was written. */
const DEEPEST = 24;

export interface Understood {
  /** `undefined` when the text would take more than `most`. */
  readonly nodes: ComponentChildren;
  readonly share: Share;
}

/** Makes elements of a text in Markdown. They take at most `most`. */
export function understood(text: string, breaks: boolean, most: Share): Understood {
  const effort = new Effort(most.effort);
  try {
    const nodes = blocks(new BoundedLexer(effort, breaks).lex(text), 0);
    const count = countOf(nodes);
    if (count <= most.nodes) return { nodes, share: { nodes: count, effort: effort.spent } };
  } catch {
    // Too much effort, or more than the stack of an expression holds.
  }
  return { nodes: undefined, share: { nodes: 0, effort: effort.spent } };
}

/** Elements and texts. */
const countOf = (children: ComponentChildren): number =>
  toChildArray(children).reduce<number>(
    (sum, child) => sum + 1 + (isValidElement(child) ? countOf(child.props.children) : 0),
    0,
  );

const blocks = (tokens: readonly Token[] = [], depth: number): ComponentChildren =>
  tokens.map((token) => (depth > DEEPEST ? token.raw : nodeOf(token, depth + 1)));

function link(href: string, content: ComponentChildren, raw: string): ComponentChildren {
  const address = addressOf(href);
  if (address === undefined) return raw;
  return address.isOurs ? (
    <a href={address.href}>{content}</a>
  ) : (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  );
}

/** A heading of the text is below those of the page. */
const headingOf = (depth: number) => `h${Math.min(6, depth + 2)}`;

function nodeOf(token: Token, depth: number): ComponentChildren {
  const inner = () => blocks('tokens' in token ? token.tokens : undefined, depth);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p>{inner()}</p>;
    case 'heading':
      return h(headingOf((token as Tokens.Heading).depth), {}, inner());
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'code':
      return (
        <pre tabIndex={0} role="group" aria-label="Code">
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return 'tokens' in token ? inner() : (token as Tokens.Text).text;
    case 'link':
      return link((token as Tokens.Link).href, inner(), token.raw);
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return link(href, text === '' ? href : text, token.raw);
    }
    case 'list':
      return list(token as Tokens.List, depth);
    case 'table':
      return table(token as Tokens.Table, depth);
    // Markup, and whatever a later version of Markdown knows.
    default:
      return token.raw;
  }
}

function list({ ordered, start, items }: Tokens.List, depth: number): ComponentChildren {
  const entries = items.map(({ task, checked, tokens }) => (
    <li data-task={task || undefined}>
      {task && <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'To do'} />}
      {blocks(
        tokens.filter(({ type }) => type !== 'checkbox'),
        depth,
      )}
    </li>
  ));
  return ordered ? (
    <ol dir="auto" start={start === '' ? 1 : start}>
      {entries}
    </ol>
  ) : (
    <ul dir="auto">{entries}</ul>
  );
}

function table({ header, rows }: Tokens.Table, depth: number): ComponentChildren {
  return (
    <div role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }) => (
              <th scope="col" data-align={align ?? undefined}>
                {blocks(tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map(({ tokens, align }) => (
                <td data-align={align ?? undefined}>{blocks(tokens, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
