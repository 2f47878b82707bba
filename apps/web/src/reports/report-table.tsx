import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import type { ProjectPlace } from '../api/project-place.js';
import type { Links } from './report-links.js';
import { Linked } from './report-parts.js';
import { cellsOf } from './words-of.js';
import styles from './reports.module.css';
import { LANGUAGES } from '../shell/languages.js';

const FIRST = 100;
const MORE = 500;
/** Characters of a text that keeps to one line. Longer ones can take several. */
const LONGEST_ON_A_LINE = 24;

interface ReportTableProps {
  readonly place: ProjectPlace;
  readonly caption: string;
  readonly rows: readonly object[];
  /** The links of the figures of a row. */
  readonly linksOf?: (row: object, at: number) => Links;
}

/** All rows of a report, in a part of the page that can be closed. */
export function ReportTable({ place, caption, rows, linksOf }: ReportTableProps) {
  const [most, setMost] = useState(FIRST);
  const [first] = rows;
  if (first === undefined) return null;
  const headings = cellsOf(place, first);
  return (
    <details class={styles.table} open>
      <summary>
        {caption} ({rows.length.toLocaleString(LANGUAGES)})
      </summary>
      <div class={styles.scroll} role="region" aria-label={`${caption}: table`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {headings.map(({ heading, isNumber }) => (
                <th key={heading} scope="col" data-number={isNumber || undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row, index) => (
              <tr key={index}>
                {cellsOf(place, row, linksOf?.(row, index)).map(({ heading, text, isNumber, link }) => (
                  <td
                    key={heading}
                    data-number={isNumber || undefined}
                    data-short={text.length <= LONGEST_ON_A_LINE || undefined}
                  >
                    <Linked link={link} text={text} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <div class={styles.more}>
          <Button
            kind="plain"
            onClick={() => {
              setMost(most + MORE);
            }}
          >
            Show more rows
          </Button>
        </div>
      )}
    </details>
  );
}
