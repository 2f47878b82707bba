import { placeOf, type Diagnostic, type Place } from '@worktrack/squeakql';
import { Icon } from '../icon.js';
import styles from './query-field.module.css';

interface DiagnosticsProps {
  readonly id: string;
  readonly text: string;
  readonly faults: readonly Diagnostic[];
  readonly onSelect: (place: Place) => void;
  readonly onReplace: (place: Place, by: string) => void;
}

/** The errors of a query under it, spoken politely. Each leads to its place, and offers the word that was probably meant. */
export const Diagnostics = ({ id, text, faults, onSelect, onReplace }: DiagnosticsProps) => (
  <div class={styles.faults} id={id} role="status">
    {faults.length > 0 && (
      <ul class={styles.faultList} aria-label="Errors of the query">
        {faults.map((fault) => {
          const { message, line, column, suggestion } = fault;
          return (
            <li key={`${line} ${column} ${message}`} class={styles.fault}>
              <Icon name="alert" size={14} />
              <span class={styles.message}>
                <button
                  type="button"
                  class={styles.place}
                  onClick={() => {
                    onSelect(placeOf(text, fault));
                  }}
                >
                  <span class="visually-hidden">Go to </span>
                  {line}:{column}
                </button>{' '}
                {message}
              </span>
              {suggestion !== undefined && (
                <button
                  type="button"
                  class={styles.suggestion}
                  onClick={() => {
                    onReplace(placeOf(text, fault), suggestion);
                  }}
                >
                  Write {suggestion}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    )}
  </div>
);
