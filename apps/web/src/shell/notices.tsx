import { signal } from '@preact/signals';
import { Button, IconButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { sentenceOf } from '../api/refusal.js';
import styles from './notices.module.css';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'success' | 'danger';
  readonly action?: { readonly name: string; readonly run: () => void } | undefined;
  /** True for an offer: it is not spoken, and goes by itself. */
  readonly isOffer?: boolean;
}

/** Milliseconds. */
const SHOWN_FOR = 6_000;
const MOST_SHOWN = 4;

const notices = signal<readonly Notice[]>([]);
const spoken = signal('');
let lastId = 0;

/** Says something to screen readers, when they have finished their sentence. */
export function announce(text: string): void {
  // A text that is said again is only noticed when it changes.
  spoken.value = spoken.peek() === text ? `${text}\u00a0` : text;
}

const dismiss = (id: number) => {
  notices.value = notices.peek().filter((notice) => notice.id !== id);
};

function show(notice: Omit<Notice, 'id'>): void {
  const id = ++lastId;
  if (notice.isOffer) withdrawOffers();
  notices.value = [...notices.peek(), { ...notice, id }].slice(-MOST_SHOWN);
  if (!notice.isOffer) announce(notice.text);
  // A refusal, and a question, stay until they are dismissed.
  if (notice.tone === 'success' && (!notice.action || notice.isOffer)) setTimeout(dismiss, SHOWN_FOR, id);
}

/** Takes back what was offered: it would be about an earlier state. */
export function withdrawOffers(): void {
  notices.value = notices.peek().filter(({ isOffer }) => !isOffer);
}

/** Confirms a change at the edge of the screen. */
export const notify = (text: string, action?: Notice['action']): void => {
  show({ text, tone: 'success', action });
};

/** Offers an action about a change that was spoken already. */
export const offer = (text: string, action: NonNullable<Notice['action']>): void => {
  show({ text, tone: 'success', action, isOffer: true });
};

/** Shows why a change failed. */
export const notifyRefusal = (error: unknown, action?: Notice['action']): void => {
  show({ text: sentenceOf(error), tone: 'danger', action });
};

/** Says that something was not done, in words of the caller. */
export const warn = (text: string, action?: Notice['action']): void => {
  show({ text, tone: 'danger', action });
};

export function Notices() {
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite">
        {spoken.value}
      </div>
      {notices.value.length > 0 && (
        <section class={styles.notices} aria-label="Notices">
          {notices.value.map(({ id, text, tone, action }) => (
            <div class={styles.notice} data-tone={tone} key={id}>
              <Icon name={tone === 'danger' ? 'alert' : 'check'} />
              <p>{text}</p>
              {action && (
                <Button
                  kind="plain"
                  onClick={() => {
                    dismiss(id);
                    action.run();
                  }}
                >
                  {action.name}
                </Button>
              )}
              <IconButton
                icon="x"
                label="Dismiss"
                onClick={() => {
                  dismiss(id);
                }}
              />
            </div>
          ))}
        </section>
      )}
    </>
  );
}
