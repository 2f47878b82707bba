import type { ComponentChildren } from 'preact';
import type { ProjectPlace } from '../api/project-place.js';
import { Button, LinkButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { copyText } from '../parts/clipboard.js';
import { notify } from '../shell/notices.js';
import { limitationInWords } from './report-kinds.js';
import type { Links, PartLink } from './report-links.js';
import { cellsOf } from './words-of.js';
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
export const Linked = ({ link, text }: { readonly link?: PartLink | undefined; readonly text: string }) =>
  link ? (
    <a href={link.href} title={link.text}>
      {text}
    </a>
  ) : (
    <>{text}</>
  );

interface FiguresProps {
  readonly place: ProjectPlace;
  readonly figures: object;
  readonly links: Links;
}

/** The figures of a report. Those that count Work Items which a query finds lead to them. */
export const Figures = ({ place, figures, links }: FiguresProps) => (
  <dl class={styles.figures}>
    {cellsOf(place, figures, links).map(({ heading, text, link }) => (
      <div key={heading}>
        <dt>{heading}</dt>
        <dd>
          <Linked link={link} text={text} />
        </dd>
      </div>
    ))}
  </dl>
);
