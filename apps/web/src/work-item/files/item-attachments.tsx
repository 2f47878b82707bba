import { useQueryClient } from '@tanstack/preact-query';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { newIdempotencyKey } from '../../api/change.js';
import { dataOf, api } from '../../api/client.js';
import { delivered } from '../../api/delivery.js';
import { waiting } from '../../api/undelivered.js';
import { session } from '../../api/session.js';
import { Button, IconButton } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Icon } from '../../parts/icon.js';
import { Section } from '../../parts/section.js';
import { ago, fullTime } from '../../shell/days.js';
import { announce, warn } from '../../shell/notices.js';
import { Refused } from '../../shell/refused.js';
import { attachmentPath, isShown, sizeInWords } from './attachments.js';
import { useFiles } from './file-drops.js';
import { imagesKey, useImage, useNear } from './images.js';
import { rereadAttachments, sendFile, uploads } from './uploads.js';
import { reasonOf } from '../changes.js';
import { useAttachments, type Attachment } from '../item-parts.js';
import { itemPath, type ItemPlace } from '../work-item.js';
import styles from '../item-view.module.css';

interface ItemAttachmentsProps {
  readonly place: ItemPlace;
  readonly isFixed: boolean;
  /** The element on which files can be dropped and pasted. */
  readonly area: RefObject<HTMLElement | null>;
}

/** The files of a Work Item: dropped, pasted or chosen. Images are shown. */
export function ItemAttachments({ place, isFixed, area }: ItemAttachmentsProps) {
  const cache = useQueryClient();
  const { items, error, refetch, hasMore, more } = useAttachments(place);
  const [doomed, setDoomed] = useState<Attachment>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!items || hasMore) return;
    // An image that somebody deleted is read again, and found to be gone.
    void cache.invalidateQueries({
      queryKey: imagesKey(place),
      predicate: ({ queryKey }) => !items.some(({ id }) => id === queryKey.at(-1)),
    });
  }, [items, hasMore]);
  const sendAll = (files: Iterable<File>) => {
    for (const file of files) void sendFile(place, file);
  };
  const isOver = useFiles(area, isFixed ? undefined : sendAll);
  const remove = async ({ id, fileName }: Attachment) => {
    setDoomed(undefined);
    const key = newIdempotencyKey();
    try {
      await delivered(() =>
        dataOf(
          api.DELETE(
            '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/attachments/{attachmentId}',
            { params: { path: { ...itemPath(place), attachmentId: id }, header: { 'Idempotency-Key': key } } },
          ),
        ),
      );
      announce(`${fileName} is deleted.`);
    } catch (reason) {
      warn(`${fileName} was not deleted. ${reasonOf(reason)}`);
    }
    await rereadAttachments(place);
  };
  const underWay = uploads.value.filter(({ key }) => key === place.key);
  return (
    <Section
      title="Attachments"
      bare
      actions={
        !isFixed && (
          <>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label="Files to attach"
              onChange={() => {
                sendAll(input.current?.files ?? []);
                if (input.current) input.current.value = '';
              }}
            />
            <Button
              kind="plain"
              onClick={() => {
                input.current?.click();
              }}
            >
              <Icon name="paperclip" /> Attach
            </Button>
          </>
        )
      }
    >
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && (
        <p class={styles.none} aria-busy="true">
          &nbsp;
        </p>
      )}
      {items?.length === 0 && underWay.length === 0 && (
        <p class={styles.none}>{isFixed ? 'None.' : 'None. Drop or paste a file anywhere here.'}</p>
      )}
      <ul class={styles.files} aria-label="Attachments">
        {items?.map((attachment) => (
          <FileRow
            key={attachment.id}
            place={place}
            attachment={attachment}
            {...(!isFixed && canDelete(place, attachment) && { onDelete: setDoomed })}
          />
        ))}
        {underWay.map(({ id, name }) => (
          <li key={id} aria-busy="true">
            <span class={styles.preview}>
              <Icon name="paperclip" />
            </span>
            <span class={styles.file}>
              <span>{name}</span>
              <small>{waiting.value > 0 ? 'Waits for the connection …' : 'Being sent …'}</small>
            </span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button kind="plain" onClick={more}>
          Show more
        </Button>
      )}
      {isOver && (
        <p class={styles.drop} role="status">
          Drop to attach
        </p>
      )}
      {doomed && (
        <Dialog
          title="Delete the attachment?"
          onClose={() => {
            setDoomed(undefined);
          }}
        >
          <p class={styles.breaking}>{doomed.fileName} is gone for everybody.</p>
          <div class={styles.choices}>
            <Button
              kind="danger"
              onClick={() => {
                void remove(doomed);
              }}
            >
              Delete
            </Button>
          </div>
        </Dialog>
      )}
    </Section>
  );
}

/** The one who attached it, and admins. */
function canDelete({ organization }: ItemPlace, { createdBy }: Attachment): boolean {
  const { user, organizations = [] } = session.value ?? {};
  const role = organizations.find(({ slug }) => slug === organization)?.role;
  return createdBy?.id === user?.id || role === 'owner' || role === 'admin';
}

interface FileRowProps {
  readonly place: ItemPlace;
  readonly attachment: Attachment;
  readonly onDelete?: (attachment: Attachment) => void;
}

function FileRow({ place, attachment, onDelete }: FileRowProps) {
  const { id, fileName, size, createdAt, createdBy } = attachment;
  return (
    <li>
      <Preview place={place} attachment={attachment} />
      <span class={styles.file}>
        <a href={attachmentPath(place, id)} download={fileName}>
          {fileName}
        </a>
        <small title={fullTime(createdAt)}>
          {sizeInWords(size)}, {createdBy?.name ?? 'somebody'}, {ago(createdAt)}
        </small>
      </span>
      {onDelete && (
        <IconButton
          icon="trash"
          label={`Delete ${fileName}`}
          onClick={() => {
            onDelete(attachment);
          }}
        />
      )}
    </li>
  );
}

function Preview({ place, attachment }: { readonly place: ItemPlace; readonly attachment: Attachment }) {
  const box = useRef<HTMLSpanElement>(null);
  const isNear = useNear(box);
  const { address } = useImage(place, attachment.id, isNear && isShown(attachment));
  return (
    <span ref={box} class={styles.preview}>
      {address === undefined ? <Icon name="paperclip" /> : <img src={address} alt={attachment.fileName} />}
    </span>
  );
}
