import type { Token, Tokens } from 'marked';
import { h, isValidElement, toChildArray, type ComponentChildren } from 'preact';
import { addressOf } from './address.js';
import { attachmentIn } from './attachment-address.js';
import { CodeBlock } from './code/code-block.js';
import { BoundedLexer, Effort } from './bounded-lexer.js';
import { tasksIn, type Task } from './tasks.js';
import type { Share } from './text-budget.js';
import { AttachmentImage, AttachmentLink, KeyLink, Mention, TaskBox } from './text-elements.js';

/** Parts of parts; what lies deeper is shown as it was written. */
const DEEPEST = 24;

export interface Understood {
  /** `undefined` when the text would take more than `most`. */
  readonly nodes: ComponentChildren;
  readonly share: Share;
  /** The tasks by their numbers. `undefined` when it is uncertain where in the text they are: then none can be ticked. */
  readonly tasks?: readonly Task[] | undefined;
}

/** Where a part stands in the text. */
interface At {
  readonly depth: number;
  readonly isInLink: boolean;
  /** The tasks before it, as they are written. */
  readonly tasks: string[];
}

/** Makes elements of a text in Markdown. They take at most `most`. */
export function understood(text: string, breaks: boolean, most: Share): Understood {
  const effort = new Effort(most.effort);
  try {
    const at: At = { depth: 0, isInLink: false, tasks: [] };
    const nodes = blocks(new BoundedLexer(effort, breaks).lex(text), at);
    const count = countOf(nodes);
    const share = { nodes: count, effort: effort.spent };
    if (count <= most.nodes) return { nodes, share, tasks: at.tasks.length > 0 ? tasksOf(text, at.tasks) : [] };
  } catch {
    // Too much effort, or more than the stack of an expression holds.
  }
  return { nodes: undefined, share: { nodes: 0, effort: effort.spent } };
}

/** The tasks of the text, where they are those that the parser found. */
function tasksOf(text: string, found: readonly string[]): readonly Task[] | undefined {
  const tasks = tasksIn(text);
  const isSame = tasks.length === found.length && tasks.every((task, index) => task.text === found[index]);
  return isSame ? tasks : undefined;
}

/** Elements and texts of the parts that are more than one, without the code in them. */
const NODES = new Map<unknown, number>([
  [CodeBlock, 9],
  [AttachmentImage, 5],
]);

/** Elements and texts. */
const countOf = (children: ComponentChildren): number =>
  toChildArray(children).reduce<number>(
    (sum, child) => sum + (isValidElement(child) ? (NODES.get(child.type) ?? 1) + countOf(child.props.children) : 1),
    0,
  );

const blocks = (tokens: readonly Token[] = [], at: At): ComponentChildren =>
  tokens.map((token) => (at.depth > DEEPEST ? token.raw : nodeOf(token, { ...at, depth: at.depth + 1 })));

/** Keys of Work Items, alone: not in a longer word, a path or a number. */
const KEY = /(?<![\w/.@#&=-])([A-Z][A-Z0-9]{0,9}-[1-9]\d{0,9})(?![\w/@-]|\.\w)/;

/** A username after an `@`, as the server finds it (`mentionsIn` of the domain). */
const MENTION = /(?<![^\s\p{Ps}])@([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?![._-]*[\p{L}\p{M}\p{N}@])/u;

/** The words of a text, with links for keys and mentions. */
function words(text: string, { isInLink }: At): ComponentChildren {
  if (isInLink) return text;
  return partsOf(text, MENTION, '@').map((part, index) =>
    index % 2 === 1 ? (
      <Mention>{part}</Mention>
    ) : (
      partsOf(part, KEY, '-').map((one, at) => (at % 2 === 1 ? <KeyLink>{one}</KeyLink> : one))
    ),
  );
}

/** A text without the sign is one part. */
const partsOf = (text: string, found: RegExp, sign: string) => (text.includes(sign) ? text.split(found) : [text]);

function link(href: string, content: ComponentChildren, raw: string): ComponentChildren {
  const attachment = attachmentIn(href);
  if (attachment) return <AttachmentLink address={attachment}>{content}</AttachmentLink>;
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

function nodeOf(token: Token, at: At): ComponentChildren {
  const inner = () => blocks('tokens' in token ? token.tokens : undefined, at);
  switch (token.type) {
    case 'space':
    case 'def':
    // The box of a task is that of its point.
    case 'checkbox':
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
    case 'code': {
      const { text, lang = '' } = token as Tokens.Code;
      return <CodeBlock code={text} info={lang} />;
    }
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return 'tokens' in token ? inner() : words((token as Tokens.Text).text, at);
    case 'link':
      return link((token as Tokens.Link).href, blocks(token.tokens, { ...at, isInLink: true }), token.raw);
    case 'image': {
      const { href, text } = token as Tokens.Image;
      const attachment = attachmentIn(href);
      // An image opens itself: it cannot stand in a link.
      if (attachment) return at.isInLink ? text : <AttachmentImage address={attachment} alt={text} />;
      return link(href, text === '' ? href : text, token.raw);
    }
    case 'list':
      return list(token as Tokens.List, at);
    case 'table':
      return table(token as Tokens.Table, at);
    // Markup, and whatever a later version of Markdown knows.
    default:
      return token.raw;
  }
}

const BOX = /\[[ xX]\][ \t]+([^\n]*)/;

function list({ ordered, start, items }: Tokens.List, at: At): ComponentChildren {
  const entries = items.map(({ task, checked = false, tokens, raw }) => (
    <li data-task={task || undefined}>
      {task && box(raw, checked, at)}
      {blocks(tokens, at)}
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

function box(raw: string, isDone: boolean, { tasks }: At): ComponentChildren {
  const label = BOX.exec(raw)?.[1]?.trimEnd() ?? '';
  return <TaskBox index={tasks.push(label) - 1} isDone={isDone} label={label} />;
}

function table({ header, rows }: Tokens.Table, at: At): ComponentChildren {
  return (
    <div role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }) => (
              <th scope="col" data-align={align ?? undefined}>
                {blocks(tokens, at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map(({ tokens, align }) => (
                <td data-align={align ?? undefined}>{blocks(tokens, at)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
