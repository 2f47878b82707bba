import type { ComponentChildren } from 'preact';
import type { ProjectPlace } from '../api/project-place.js';
import { Button, LinkButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { copyText } from '../parts/clipboard.js';
import { notify } from '../shell/notices.js';
import { limitationInWords } from './report-kinds.js';
import { cellsOf, wordsOf } from './words-of.js';
import styles from './reports.module.css';

const ENDINGS = ['csv', 'svg', 'png', 'json'] as const;

export type FileEnding = (typeof ENDINGS)[number];

interface FilesProps {
  /** The name of a file that the server gives no name: JSON. */
  readonly name: string;
  /** Returns the path of the file with this ending. */
  readonly fileOf: (ending: FileEnding) => string;
  readonly children?: ComponentChildren;
}

/** The files of a report, and the link to it. */
export const Files = ({ name, fileOf, children }: FilesProps) => (
  <>
    {ENDINGS.map((ending) => (
      <LinkButton key={ending} href={fileOf(ending)} download={`${name}.${ending}`}>
        <Icon name="download" /> {ending.toUpperCase()}
      </LinkButton>
    ))}
    <Button onClick={() => void copyLink()}>
      <Icon name="link" /> Copy link
    </Button>
    {children}
  </>
);

async function copyLink(): Promise<void> {
  const isCopied = await copyText(location.href);
  notify(isCopied ? 'The link is copied.' : 'The browser does not let this page copy. Copy the address of the page.');
}

/** The reasons why a report is incomplete. */
export const Limitations = ({ words }: { readonly words: readonly string[] }) =>
  words.length === 0 ? null : (
    <ul class={styles.limitations} aria-label="Limitations">
      {words.map((word) => (
        <li key={word}>
          <Icon name="alert" size={14} /> {limitationInWords(word)}
        </li>
      ))}
    </ul>
  );

/** A text, as a link where there is a page for it. */
export const Linked = ({ href, text }: { readonly href?: string | undefined; readonly text: string }) =>
  href === undefined ? <>{text}</> : <a href={href}>{text}</a>;

interface FiguresProps {
  readonly place: ProjectPlace;
  readonly figures: object;
  /** The page of the Work Items that a figure counts, by the name of its member. */
  readonly pages: Readonly<Record<string, string>>;
}

/** The figures of a report. Those that count Work Items which a query finds lead to them. */
export const Figures = ({ place, figures, pages }: FiguresProps) => {
  const pageOf = new Map(Object.entries(pages).map(([name, href]) => [wordsOf(name), href]));
  return (
    <dl class={styles.figures}>
      {cellsOf(place, figures).map(({ heading, text }) => (
        <div key={heading}>
          <dt>{heading}</dt>
          <dd>
            <Linked href={pageOf.get(heading)} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
