import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { Button, IconButton } from '../parts/button.js';
import { PickerDialog } from '../parts/picker-dialog.js';
import { Icon } from '../parts/icon.js';
import { Picker } from '../parts/picker.js';
import { Section } from '../parts/section.js';
import { itemMark } from '../shell/items-in-hand.js';
import { announce, warn } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { reasonOf } from './changes.js';
import { useFoundItems } from './found.js';
import { useLinks, type ItemLink } from './item-parts.js';
import { StatusMark, TypeMark } from './marks.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';
import styles from './item-view.module.css';

type Relation = ItemLink['relation'];

const RELATIONS: Readonly<Record<Relation, string>> = {
  blocked_by: 'Blocked by',
  blocks: 'Blocks',
  relates: 'Relates to',
};

const RELATION_ORDER = Object.keys(RELATIONS) as readonly Relation[];

interface ItemLinksProps {
  readonly place: ItemPlace;
  readonly isFixed: boolean;
}

/** The links to other Work Items, by relation. */
export function ItemLinks({ place, isFixed }: ItemLinksProps) {
  const cache = useQueryClient();
  const { items, error, refetch, hasMore, more } = useLinks(place);
  const [adding, setAdding] = useState<{ readonly relation: Relation; readonly at: HTMLElement }>();
  const again = () => cache.invalidateQueries({ queryKey: itemKey(place), exact: false, predicate: isPart });
  const add = async (chosen: Relation, targetKey: string) => {
    const key = newIdempotencyKey();
    try {
      await delivered(() =>
        dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/links', {
            params: { path: itemPath(place), header: { 'Idempotency-Key': key } },
            body: { relation: chosen, targetKey },
          }),
        ),
      );
      announce(`${place.key}: ${RELATIONS[chosen]} ${targetKey}.`);
      await again();
    } catch (reason) {
      warn(`${targetKey} was not linked. ${reasonOf(reason)}`);
    }
  };
  const remove = async ({ id, otherWorkItem }: ItemLink) => {
    const key = newIdempotencyKey();
    try {
      await delivered(() =>
        dataOf(
          api.DELETE(
            '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/links/{linkId}',
            { params: { path: { ...itemPath(place), linkId: id }, header: { 'Idempotency-Key': key } } },
          ),
        ),
      );
      announce(`The link to ${otherWorkItem.key} is removed.`);
    } catch (reason) {
      warn(`The link to ${otherWorkItem.key} was not removed. ${reasonOf(reason)}`);
    }
    await again();
  };
  return (
    <Section
      title="Links"
      bare
      actions={
        !isFixed && (
          <span class={styles.adds}>
            {RELATION_ORDER.map((one) => (
              <Button
                key={one}
                kind="plain"
                aria-haspopup="dialog"
                onClick={({ currentTarget: at }) => {
                  setAdding({ relation: one, at });
                }}
              >
                <Icon name="plus" /> {RELATIONS[one]}
              </Button>
            ))}
          </span>
        )
      }
    >
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && (
        <p class={styles.none} aria-busy="true">
          &nbsp;
        </p>
      )}
      {items?.length === 0 && <p class={styles.none}>None.</p>}
      {RELATION_ORDER.map((one) => {
        const linked = items?.filter((link) => link.relation === one) ?? [];
        return (
          linked.length > 0 && (
            <div key={one} class={styles.relation}>
              <h3>{RELATIONS[one]}</h3>
              <ul class={styles.rows} aria-label={RELATIONS[one]}>
                {linked.map((link) => (
                  <LinkRow key={link.id} place={place} link={link} {...(!isFixed && { onRemove: remove })} />
                ))}
              </ul>
            </div>
          )
        );
      })}
      {hasMore && (
        <Button kind="plain" onClick={more}>
          Show more
        </Button>
      )}
      {adding && (
        <TargetPicker
          {...adding}
          place={place}
          onChoose={(key) => void add(adding.relation, key)}
          onClose={() => {
            setAdding(undefined);
          }}
        />
      )}
    </Section>
  );
}

const isPart = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[3] === 'links' || queryKey[3] === 'activity';

interface LinkRowProps {
  readonly place: ItemPlace;
  readonly link: ItemLink;
  readonly onRemove?: (link: ItemLink) => Promise<void>;
}

const LinkRow = ({ place: { organization }, link, onRemove }: LinkRowProps) => {
  const { key, title, type, status } = link.otherWorkItem;
  return (
    <li {...itemMark({ organization, key })}>
      <StatusMark status={status} />
      <TypeMark type={type} />
      <span class={styles.key}>{key}</span>
      <a href={`/o/${organization}/items/${key}`}>{title}</a>
      {onRemove && (
        <IconButton
          icon="x"
          label={`Remove the link to ${key}`}
          onClick={() => {
            void onRemove(link);
          }}
        />
      )}
    </li>
  );
};

interface TargetPickerProps {
  readonly place: ItemPlace;
  readonly relation: Relation;
  readonly at: HTMLElement;
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
}

function TargetPicker({ place: { organization, key: own }, relation, at, onChoose, onClose }: TargetPickerProps) {
  const [text, setText] = useState('');
  const { items = [], isReading } = useFoundItems({ organization }, text);
  const label = `${RELATIONS[relation]} …`;
  return (
    <PickerDialog title={label} at={at} onClose={onClose}>
      <Picker
        label={label}
        placeholder={`${own} ${RELATIONS[relation].toLowerCase()} …`}
        onText={setText}
        isReading={isReading}
        choices={items
          .filter(({ key }) => key !== own)
          .map(({ key, title = '', type = 'task' }) => ({
            id: key,
            name: title,
            words: key,
            isFound: !isReading,
            before: <TypeMark type={type} />,
            after: key,
          }))}
        onChoose={(key) => {
          onClose();
          onChoose(key);
        }}
      />
    </PickerDialog>
  );
}
