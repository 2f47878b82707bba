import { useQueryClient } from '@tanstack/preact-query';
import { WORK_ITEM_FIELDS } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { Button } from '../parts/button.js';
import { useDiscard } from '../parts/discard.js';
import { Icon } from '../parts/icon.js';
import { limited } from '../parts/length.js';
import { LengthNote } from '../parts/length-note.js';
import { Section } from '../parts/section.js';
import { announce } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { reasonOf } from './changes.js';
import { DEFAULT_WORDS } from './fields.js';
import { ItemList } from './item-list.js';
import { useSubItems } from './item-parts.js';
import { progressInWords, progressOf, type Progress } from './progress.js';
import { useDraft } from './use-draft.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';
import styles from './item-view.module.css';

const { most: LONGEST_TITLE } = WORK_ITEM_FIELDS.title.bounds;

interface SubItemsProps {
  readonly place: ItemPlace;
  readonly isFixed: boolean;
}

/** The Work Items below this one, and a line to add the next. */
export function SubItems({ place, isFixed }: SubItemsProps) {
  const { items, error, refetch, hasMore, more } = useSubItems(place);
  const [isAdding, setAdding] = useState(false);
  const isEmpty = items?.length === 0;
  return (
    <Section
      title="Sub-items"
      bare={!items || isEmpty}
      actions={
        !isFixed && (
          <Button
            kind="plain"
            onClick={() => {
              setAdding(true);
            }}
          >
            <Icon name="plus" /> Add
          </Button>
        )
      }
    >
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && (
        <p class={styles.none} aria-busy="true">
          &nbsp;
        </p>
      )}
      {isEmpty && !isAdding && <p class={styles.none}>None.</p>}
      {items && !isEmpty && <ProgressLine progress={progressOf(items)} hasMore={hasMore} />}
      {items && !isEmpty && <ItemList label="Sub-items" items={items} organization={place.organization} />}
      {hasMore && (
        <Button kind="plain" onClick={more}>
          Show more
        </Button>
      )}
      {isAdding && !isFixed && (
        <NewSubItem
          place={place}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </Section>
  );
}

interface ProgressLineProps {
  readonly progress: Progress;
  /** True when only the first sub-items are counted. */
  readonly hasMore: boolean;
}

/** How far the Work Item is, by the points of its sub-items, or by their number where none is estimated. */
function ProgressLine({ progress, hasMore }: ProgressLineProps) {
  const words = `${progressInWords(progress)}${hasMore ? ' of those shown' : ''}`;
  const [value, max] = progress.points > 0 ? [progress.donePoints, progress.points] : [progress.done, progress.count];
  return (
    <p class={styles.progress}>
      <progress value={value} max={max} aria-label="Progress of the sub-items" />
      <span>{words}</span>
    </p>
  );
}

function NewSubItem({ place, onClose }: { readonly place: ItemPlace; readonly onClose: () => void }) {
  const cache = useQueryClient();
  const { draft, write, drop, stored, keyOf } = useDraft(`sub-item ${place.organization} ${place.key}`, '');
  const [error, setError] = useState<string>();
  const title = draft?.text ?? '';
  const { leave, question } = useDiscard(
    () => title !== '',
    () => {
      drop();
      onClose();
    },
  );
  const add = async () => {
    const { organizationSlug, projectKey } = itemPath(place);
    const key = keyOf(title);
    try {
      const item = await delivered(() =>
        dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
            params: { path: { organizationSlug, projectKey }, header: { 'Idempotency-Key': key } },
            body: { title, parentId: place.key, status: 'backlog', ...DEFAULT_WORDS },
          }),
        ),
      );
      stored(title);
      setError(undefined);
      announce(`${item.key} is created.`);
      await cache.invalidateQueries({ queryKey: [...itemKey(place), 'sub-items'] });
    } catch (reason) {
      setError(reasonOf(reason));
    }
  };
  return (
    <form
      class={styles.line}
      data-kept
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '') void add();
      }}
    >
      <input
        type="text"
        autofocus
        ref={(input) => {
          input?.focus();
          limited(title, LONGEST_TITLE)(input);
        }}
        aria-label="Title of the sub-item"
        placeholder="Title of the sub-item; Enter adds it"
        value={title}
        onInput={(event) => {
          write(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          leave();
        }}
      />
      <LengthNote text={title} most={LONGEST_TITLE} />
      {question}
      <Button type="submit">Add</Button>
      {error !== undefined && <p role="alert">{error}</p>}
    </form>
  );
}
