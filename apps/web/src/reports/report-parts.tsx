import type { ComponentChildren } from 'preact';
import { Button, LinkButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { copyText } from '../shell/clipboard.js';
import { notify } from '../shell/notices.js';
import { limitationInWords } from './report-kinds.js';
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

/** The figures of a report. */
export const Figures = ({ organization, figures }: { readonly organization: string; readonly figures: object }) => (
  <dl class={styles.figures}>
    {cellsOf(organization, figures).map(({ heading, text }) => (
      <div key={heading}>
        <dt>{heading}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
