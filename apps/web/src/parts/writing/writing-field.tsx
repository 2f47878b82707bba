import type { RefObject, TextareaHTMLAttributes } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Markdown } from '../markdown.js';
import { applyEdit } from './apply-edit.js';
import type { Edit, Written } from './edits.js';
import { Toolbar, changeOfKey } from './toolbar.js';
import styles from './writing.module.css';

interface WritingFieldProps extends Omit<TextareaHTMLAttributes, 'label' | 'value' | 'readOnly'> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The accessible name, where no label belongs to the field. */
  readonly label?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly readOnly?: boolean;
  /** As in `Markdown`, for the preview. */
  readonly breaks?: boolean;
}

const VIEWS = ['Write', 'Preview'] as const;

/** A text in Markdown with its tools, their keys and a preview. */
export function WritingField(props: WritingFieldProps) {
  const { field, label, text, onText, breaks = false, readOnly = false, ...rest } = props;
  const id = useId();
  const views = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<(typeof VIEWS)[number]>('Write');
  const change = (make: (written: Written) => Edit) => {
    const element = field.current;
    if (!element) return;
    const { value, selectionStart: start, selectionEnd: end } = element;
    applyEdit(element, make({ text: value, start, end }));
  };
  return (
    <div class={styles.writing}>
      <div class={styles.bar}>
        <div
          ref={views}
          class={styles.views}
          role="tablist"
          aria-label="View of the text"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            event.preventDefault();
            event.stopPropagation();
            setView(view === 'Write' ? 'Preview' : 'Write');
            views.current?.querySelector<HTMLElement>('[aria-selected=false]')?.focus();
          }}
        >
          {VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}-${one}`}
              aria-selected={one === view}
              aria-controls={`${id}-view`}
              tabIndex={one === view ? 0 : -1}
              onClick={() => {
                setView(one);
              }}
            >
              {one}
            </button>
          ))}
        </div>
        {view === 'Write' && <Toolbar onChange={change} isDisabled={readOnly} />}
      </div>
      <div role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}-${view}`}>
        <textarea
          {...rest}
          ref={field}
          aria-label={label}
          hidden={view !== 'Write'}
          readOnly={readOnly}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            onText(value);
          }}
          onKeyDown={(event) => {
            const make = changeOfKey(event);
            if (!make) return;
            event.preventDefault();
            event.stopPropagation();
            change(make);
          }}
        />
        {view === 'Preview' && (
          <div class={styles.preview} tabIndex={0} role="group" aria-label="Preview">
            {text.trim() === '' ? (
              <p class={styles.none}>Nothing to preview.</p>
            ) : (
              <Markdown text={text} breaks={breaks} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
