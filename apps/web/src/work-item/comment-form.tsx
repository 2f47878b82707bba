import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { waiting } from '../api/undelivered.js';
import { TextArea } from '../parts/text-area.js';
import { announce } from '../shell/notices.js';
import { reasonOf } from './changes.js';
import { useDraft } from './use-draft.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';

export const LONGEST_COMMENT = 2_000;

interface CommentFormProps {
  readonly place: ItemPlace;
  /** The comment that this one replies to. */
  readonly parent?: { readonly id: string; readonly author: string };
  readonly autofocus?: boolean;
  readonly onClose?: () => void;
}

/** Writes a comment or a reply. The text is kept until the server has it. */
export function CommentForm({ place, parent, autofocus = false, onClose }: CommentFormProps) {
  const cache = useQueryClient();
  const { organization, key } = place;
  const { draft, write, drop, keyOf } = useDraft(`comment ${organization} ${key} ${parent?.id ?? ''}`, '');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const text = draft?.text ?? '';
  const send = async () => {
    setSending(true);
    setError(undefined);
    const idempotencyKey = keyOf(text);
    try {
      await delivered(() =>
        dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/comments', {
            params: { path: itemPath(place), header: { 'Idempotency-Key': idempotencyKey } },
            body: { body: text, ...(parent && { parentCommentId: parent.id }) },
          }),
        ),
      );
      drop();
      // The next text need not wait until the list is read again.
      void cache.invalidateQueries({ queryKey: [...itemKey(place), 'comments'] });
      announce('The comment is sent.');
      onClose?.();
    } catch (reason) {
      setError(reasonOf(reason));
    } finally {
      setSending(false);
    }
  };
  return (
    <TextArea
      label={parent ? `Reply to ${parent.author}` : 'Comment'}
      placeholder={parent ? 'Reply …' : 'Write a comment …'}
      text={text}
      onText={write}
      onSubmit={() => void send()}
      isChanged={text !== ''}
      onCancel={
        onClose &&
        (() => {
          drop();
          onClose();
        })
      }
      submit={parent ? 'Reply' : 'Comment'}
      maxLength={LONGEST_COMMENT}
      lines={2}
      breaks
      error={error}
      autofocus={autofocus}
      busy={isSending ? (waiting.value > 0 ? 'Waits for the connection …' : 'Sending …') : undefined}
    />
  );
}
