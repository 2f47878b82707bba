import type { RefObject, TextareaHTMLAttributes } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { Markdown } from '../markdown.js';
import { TextPlaceContext } from '../text-place.js';
import { applyEdit } from './apply-edit.js';
import type { Edit, Written } from './edits.js';
import { useMentions } from './mention-list.js';
import { settledEdit, withFiles } from './new-files.js';
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
  const take = useContext(TextPlaceContext)?.files?.take;
  const putFiles = (files: readonly File[]) => {
    if (take && files.length > 0) change((written) => withFiles(written, files, take));
  };
  /** Takes files that come with an event. A text next to them wins: programs put a picture of copied cells next to their text. */
  const takeFiles = (event: Event, data: DataTransfer | null) => {
    if (!take || readOnly || !data || data.files.length === 0 || data.types.includes('text/plain')) return;
    event.preventDefault();
    putFiles([...data.files]);
  };
  const isTakenBack = useSettledFiles(field, text, onText, readOnly);
  const mentions = useMentions(field, view === 'Write' && !readOnly);
  return (
    <div class={styles.frame}>
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
          {view === 'Write' && <Toolbar onChange={change} onFiles={take && putFiles} isDisabled={readOnly} />}
        </div>
        <div role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}-${view}`}>
          <textarea
            {...rest}
            {...mentions.props}
            ref={field}
            aria-label={label}
            hidden={view !== 'Write'}
            readOnly={readOnly}
            value={text}
            onInput={(event) => {
              isTakenBack.current = event.inputType === 'historyUndo';
              onText(event.currentTarget.value);
              mentions.follow();
            }}
            onKeyUp={mentions.follow}
            onClick={mentions.follow}
            onBlur={mentions.close}
            onPaste={(event) => {
              takeFiles(event, event.clipboardData);
            }}
            onDragOver={(event) => {
              if (take && event.dataTransfer?.types.includes('Files')) event.preventDefault();
            }}
            onDrop={(event) => {
              takeFiles(event, event.dataTransfer);
            }}
            onKeyDown={(event) => {
              if (mentions.take(event)) return;
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
      {mentions.list}
    </div>
  );
}

/**
 * Replaces names of files by their addresses when they are attached. What the user's undo brings back stays until the next change, so that undo
 * goes on from there.
 */
function useSettledFiles(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
  readOnly: boolean,
) {
  const isTakenBack = useRef(false);
  const element = field.current;
  const { selectionStart: start = 0, selectionEnd: end = 0 } = element ?? {};
  const edit = settledEdit({ text, start, end });
  useEffect(() => {
    if (!edit || readOnly || isTakenBack.current) return;
    // Only the field with the focus can be changed so that undo takes it back.
    if (element && document.activeElement === element && element.value === text) applyEdit(element, edit);
    else onText(text.slice(0, edit.from) + edit.text + text.slice(edit.to));
  });
  return isTakenBack;
}
