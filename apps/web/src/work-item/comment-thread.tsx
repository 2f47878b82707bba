import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { draftAt } from '../api/drafts.js';
import { session } from '../api/session.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Markdown } from '../parts/markdown.js';
import { ticked, type Task } from '../parts/tasks.js';
import { TextArea } from '../parts/text-area.js';
import { ago, fullTime } from '../shell/days.js';
import { warn } from '../shell/notices.js';
import { reasonOf } from './changes.js';
import { CommentForm, LONGEST_COMMENT } from './comment-form.js';
import type { Comment } from './item-parts.js';
import { sendComment, tickComment } from './ticks.js';
import { useDraft } from './use-draft.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';
import styles from './item-stream.module.css';

interface CommentThreadProps {
  readonly place: ItemPlace;
  readonly comment: Comment;
  readonly replies: readonly Comment[];
  readonly isFixed: boolean;
}

/** A comment with all replies to it. */
export function CommentThread({ place, comment, replies, isFixed }: CommentThreadProps) {
  const draftPlace = `comment ${place.organization} ${place.key} ${comment.id}`;
  const [isReplying, setReplying] = useState(() => draftAt(draftPlace) !== undefined);
  const reply = () => {
    setReplying(true);
  };
  const hasReply = (id: string) => replies.some((one) => one.parentCommentId === id && !one.deleted);
  return (
    <div class={styles.thread}>
      {[comment, ...replies].map((one) => (
        <CommentView
          key={one.id}
          place={place}
          comment={one}
          isReply={one !== comment}
          hasReply={hasReply(one.id)}
          {...(!isFixed && { onReply: reply })}
        />
      ))}
      {isReplying && !isFixed && (
        <div class={styles.reply}>
          <CommentForm
            place={place}
            parent={{ id: comment.id, author: comment.author.name }}
            autofocus
            onClose={() => {
              setReplying(false);
            }}
          />
        </div>
      )}
    </div>
  );
}

interface CommentViewProps {
  readonly place: ItemPlace;
  readonly comment: Comment;
  readonly isReply: boolean;
  /** Somebody replied to it, so that it cannot be deleted. */
  readonly hasReply: boolean;
  readonly onReply?: () => void;
}

function CommentView({ place, comment, isReply, hasReply, onReply }: CommentViewProps) {
  const { id, author, body, deleted, createdAt, editedAt } = comment;
  const cache = useQueryClient();
  const { draft, write, drop, stored, keyOf } = useDraft(`edit ${place.organization} ${place.key} ${id}`, body ?? '');
  const [isOpen, setOpen] = useState(draft !== undefined);
  const [isDeleting, setDeleting] = useState(false);
  const [error, setError] = useState<string>();
  const isOwn = author.id === session.value?.user.id;
  const path = { ...itemPath(place), commentId: id };
  const again = () => cache.invalidateQueries({ queryKey: [...itemKey(place), 'comments'] });
  const text = draft?.text ?? body ?? '';
  const save = async () => {
    const key = keyOf(text);
    try {
      await delivered(() => sendComment(place, id, text, key));
      await again();
      if (!stored(text)) setOpen(false);
    } catch (reason) {
      setError(reasonOf(reason));
    }
  };
  /** The text with the ticks under way. */
  const [tickedText, setTickedText] = useState<string>();
  const ticks = useRef(0);
  const tick = (task: Task, isDone: boolean) => {
    setTickedText(ticked(tickedText ?? body ?? '', task, isDone));
    ticks.current += 1;
    tickComment(place, id, task, isDone)
      .catch((reason: unknown) => {
        warn(`The point was not changed. ${reasonOf(reason)}`);
      })
      .finally(() => {
        ticks.current -= 1;
        if (ticks.current === 0) setTickedText(undefined);
      });
  };
  const remove = async () => {
    setDeleting(false);
    const key = newIdempotencyKey();
    try {
      await delivered(() =>
        dataOf(
          api.DELETE(
            '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/comments/{commentId}',
            { params: { path, header: { 'Idempotency-Key': key } } },
          ),
        ),
      );
    } catch (reason) {
      warn(`The comment was not deleted. ${reasonOf(reason)}`);
    }
    await again();
  };
  return (
    <article class={styles.comment} data-reply={isReply || undefined} aria-label={`Comment of ${author.name}`}>
      <PersonAvatar person={author} />
      <div class={styles.body}>
        <p class={styles.by}>
          <b>{author.name}</b>{' '}
          <time dateTime={createdAt} title={fullTime(createdAt)}>
            {ago(createdAt)}
          </time>
          {editedAt !== null && !deleted && <span title={fullTime(editedAt)}> · edited</span>}
        </p>
        {deleted && <p class={styles.none}>This comment was deleted.</p>}
        {!deleted && isOpen && (
          <TextArea
            label="Edit the comment"
            text={text}
            onText={write}
            onSubmit={() => void save()}
            isChanged={text !== (body ?? '')}
            onCancel={() => {
              drop();
              setOpen(false);
            }}
            submit="Save"
            maxLength={LONGEST_COMMENT}
            breaks
            error={error}
            autofocus
          />
        )}
        {!deleted && !isOpen && (
          <Markdown text={tickedText ?? body ?? ''} breaks onTick={isOwn && onReply ? tick : undefined} />
        )}
        {!deleted && !isOpen && onReply && (
          <div class={styles.actions}>
            <button type="button" onClick={onReply}>
              Reply
            </button>
            {isOwn && (
              <button
                type="button"
                onClick={() => {
                  setOpen(true);
                }}
              >
                Edit
              </button>
            )}
            {isOwn && !hasReply && (
              <button
                type="button"
                onClick={() => {
                  setDeleting(true);
                }}
              >
                Delete
              </button>
            )}
          </div>
        )}
      </div>
      {isDeleting && (
        <Dialog
          title="Delete the comment?"
          onClose={() => {
            setDeleting(false);
          }}
        >
          <p>Its text is gone for everybody.</p>
          <div class={styles.choices}>
            <Button
              kind="danger"
              onClick={() => {
                void remove();
              }}
            >
              Delete
            </Button>
          </div>
        </Dialog>
      )}
    </article>
  );
}
