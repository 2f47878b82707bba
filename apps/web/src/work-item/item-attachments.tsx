import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { waiting } from '../api/undelivered.js';
import { session } from '../api/session.js';
import { Button, IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Section } from '../parts/section.js';
import { ago, fullTime } from '../shell/days.js';
import { announce, warn } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { attachmentPath, isShown, readImage, sizeInWords, upload } from './attachments.js';
import { reasonOf } from './changes.js';
import { useAttachments, type Attachment } from './item-parts.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';
import styles from './item-view.module.css';

/** Files on their way, by the Work Item. */
const uploads = signal<readonly { readonly id: string; readonly key: string; readonly name: string }[]>([]);

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
  const again = () =>
    Promise.all(
      ['attachments', 'activity'].map((part) => cache.invalidateQueries({ queryKey: [...itemKey(place), part] })),
    );
  const send = async (file: File) => {
    const key = newIdempotencyKey();
    uploads.value = [...uploads.peek(), { id: key, key: place.key, name: file.name }];
    try {
      const { fileName } = await delivered(() => upload(place, file, key));
      await again();
      announce(`${fileName} is attached.`);
    } catch (reason) {
      warn(`${file.name} was not attached. ${reasonOf(reason)}`);
    } finally {
      uploads.value = uploads.peek().filter(({ id }) => id !== key);
    }
  };
  const sendAll = (files: Iterable<File>) => {
    // One after another: a server takes a few uploads at a time.
    void [...files].reduce((before, file) => before.then(() => send(file)), Promise.resolve());
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
    await again();
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
      <span class={styles.preview}>
        {isShown(attachment) ? <Preview place={place} attachment={attachment} /> : <Icon name="paperclip" />}
      </span>
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

/** The image as a `blob:` of this page: the address of the attachment itself is not allowed to show anything. */
function Preview({ place, attachment }: { readonly place: ItemPlace; readonly attachment: Attachment }) {
  const [address, setAddress] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const { data } = useQuery({
    queryKey: [...itemKey(place), 'image', attachment.id],
    queryFn: ({ signal: stop }) => readImage(place, attachment, stop),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
    };
  }, [data]);
  if (address === undefined || isBroken) return <Icon name="paperclip" />;
  return (
    <img
      src={address}
      alt={attachment.fileName}
      onError={() => {
        setBroken(true);
      }}
    />
  );
}

/** Takes files that are dropped on the element or pasted into it. Returns whether some are over it now. */
function useFiles(
  area: RefObject<HTMLElement | null>,
  onFiles: ((files: Iterable<File>) => void) | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const onDrag = (event: DragEvent) => {
      if (!latest.current || !hasFiles(event)) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!latest.current || !hasFiles(event)) return;
      event.preventDefault();
      latest.current(event.dataTransfer?.files ?? []);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!latest.current || !files || files.length === 0) return;
      event.preventDefault();
      latest.current([...files]);
    };
    element.addEventListener('dragover', onDrag);
    element.addEventListener('dragleave', onDrag);
    element.addEventListener('drop', onDrop);
    // Nothing that can be pasted into need have the focus.
    document.addEventListener('paste', onPaste);
    return () => {
      element.removeEventListener('dragover', onDrag);
      element.removeEventListener('dragleave', onDrag);
      element.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return isOver;
}
