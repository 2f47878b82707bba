import { useQueryClient } from '@tanstack/preact-query';
import { WORK_ITEM_FIELDS } from '@worktrack/domain';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../api/refusal.js';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { limited } from '../parts/length.js';
import { LengthNote } from '../parts/length-note.js';
import { TextPlaceContext } from '../parts/text-place.js';
import { WritingField } from '../parts/writing/writing-field.js';
import { useProjects } from '../project/projects.js';
import { notify, warn } from '../shell/notices.js';
import type { NewItemValues } from '../shell/open.js';
import { endOfDay } from '../work-item/due-days.js';
import { textPlaceOf } from '../work-item/item-texts.js';
import { createItem, refreshLists, type NewItem } from './create-item.js';
import { EMPTY_DRAFT, begunWith, draftOf, isEmpty, keepDraft, type ItemDraft } from './item-draft.js';
import { NewItemPicker } from './new-item-picker.js';
import { NewItemFiles } from './new-item-files.js';
import { NewItemFields, type LongField } from './new-item-fields.js';
import { PasteDialog } from './paste-dialog.js';
import { titlesIn } from './pasted-titles.js';
import styles from './planning.module.css';

interface CreateItemDialogProps {
  readonly organization: string;
  /** The values of the place where it is opened. */
  readonly values: NewItemValues;
  readonly onOpen: (href: string) => void;
  readonly onClose: () => void;
}

const MOST_TITLE = WORK_ITEM_FIELDS.title.bounds.most;
const MOST_DESCRIPTION = WORK_ITEM_FIELDS.description.bounds.most;

/** Creates a Work Item with all its fields. What was typed is kept until it is created or dropped. */
export function CreateItemDialog({ organization, values, onOpen, onClose }: CreateItemDialogProps) {
  const id = useId();
  const cache = useQueryClient();
  const user = session.value?.user.publicId ?? '';
  const { data: projects } = useProjects(organization);
  const [files] = useState(() => new NewItemFiles());
  const [draft, setDraft] = useState<ItemDraft>(() => {
    const begun = begunWith(draftOf(user, organization), values);
    return { ...begun, description: files.withoutLost(begun.description) };
  });
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const [picking, setPicking] = useState<{ readonly field: LongField; readonly at: HTMLElement }>();
  const [isSending, setSending] = useState(false);
  /** The file that is being sent, in words. */
  const [progress, setProgress] = useState('');
  const [error, setError] = useState<unknown>();
  const title = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    limited(draft.description, MOST_DESCRIPTION)(description.current);
  }, [draft.description]);
  const texts = useMemo(() => ({ ...textPlaceOf(organization), files: files.ofTexts }), [organization]);
  const key = draft.project === '' ? (projects?.items[0]?.key ?? '') : draft.project;
  const place = { organization, project: key };

  const change = (members: Partial<ItemDraft>) => {
    const next = { ...draft, ...members };
    setDraft(next);
    keepDraft(user, organization, next);
  };
  const dropDraft = () => {
    keepDraft(user, organization, undefined);
    files.drop();
  };
  const kept = files.namesIn(draft.description);
  const itemOf = (one: ItemDraft) => newItemOf(organization, { ...one, description: files.without(one.description) });
  const submit = async (isMore: boolean) => {
    if (draft.title.trim() === '' || key === '') {
      title.current?.focus();
      return;
    }
    setSending(true);
    setError(undefined);
    try {
      const created = await createItem(place, itemOf(draft));
      const made = created.key;
      const refusedFiles = await files.send({ organization, key: made }, created, draft.description, setProgress);
      const refused = [...created.refusedLabels, ...refusedFiles];
      dropDraft();
      refreshLists(cache, place);
      const open = {
        name: 'Open',
        run: () => {
          onOpen(`/o/${organization}/items/${made}`);
        },
      };
      if (refused.length > 0) warn(`${made} is created without ${refused.join(', ')}.`, open);
      else notify(`${made} is created.`, open);
      if (!isMore) onClose();
      else {
        setDraft({ ...draft, title: '', description: '' });
        title.current?.focus();
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
      setProgress('');
    }
  };

  return (
    <Dialog title="Create a Work Item" place="wide" keepsDraft onClose={onClose}>
      <form
        class={styles.form}
        data-kept
        onSubmit={(event) => {
          event.preventDefault();
          void submit(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit(true);
        }}
      >
        <div class={styles.field}>
          <label for={`${id}-title`}>Title</label>
          <input
            ref={(element) => {
              title.current = element;
              limited(draft.title, MOST_TITLE)(element);
            }}
            id={`${id}-title`}
            type="text"
            required
            autofocus
            value={draft.title}
            onInput={({ currentTarget: { value } }) => {
              change({ title: value });
            }}
            onPaste={(event) => {
              const titles = titlesIn(event.clipboardData?.getData('text/plain') ?? '');
              if (titles.length < 2) return;
              event.preventDefault();
              setPasted(titles);
            }}
          />
          <LengthNote text={draft.title} most={MOST_TITLE} />
        </div>
        <div class={styles.field}>
          <label for={`${id}-description`}>Description</label>
          <TextPlaceContext.Provider value={texts}>
            <WritingField
              field={description}
              id={`${id}-description`}
              rows={4}
              text={draft.description}
              onText={(text) => {
                change({ description: text });
              }}
            />
          </TextPlaceContext.Provider>
          <LengthNote text={draft.description} most={MOST_DESCRIPTION} />
        </div>
        <NewItemFields
          draft={draft}
          place={place}
          projects={projects?.items ?? []}
          onChange={change}
          onPick={(field, at) => {
            setPicking({ field, at });
          }}
        />
        {error !== undefined && (
          <p class={styles.error} role="alert">
            {sentenceOf(error)}
          </p>
        )}
        <p class={styles.progress} role="status">
          {progress}
        </p>
        <div class={styles.buttons}>
          {!isEmpty(draft) && (
            <Button
              kind="plain"
              onClick={() => {
                dropDraft();
                setDraft({ ...begunWith(EMPTY_DRAFT, values), project: key });
                title.current?.focus();
              }}
            >
              Discard the draft
            </Button>
          )}
          <Button disabled={isSending} title="Ctrl Enter" onClick={() => void submit(true)}>
            Create, and another
          </Button>
          <Button kind="primary" type="submit" disabled={isSending}>
            Create
          </Button>
        </div>
      </form>
      {pasted.length > 0 && (
        <PasteDialog
          place={place}
          items={pasted.map((one) => itemOf({ ...draft, title: one }))}
          kept={kept}
          onMade={() => {
            setPasted([]);
            if (kept.length > 0) {
              change({ title: '' });
              return;
            }
            dropDraft();
            onClose();
          }}
          onClose={(left) => {
            setPasted([]);
            if (left.length > 0) change({ title: left.join(' ') });
          }}
          onOneTitle={() => {
            setPasted([]);
            change({ title: `${draft.title} ${pasted.join(' ')}`.trim() });
          }}
        />
      )}
      {picking && (
        <NewItemPicker
          {...picking}
          draft={draft}
          place={place}
          onChange={change}
          onClose={() => {
            setPicking(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

function newItemOf(organization: string, draft: ItemDraft): NewItem {
  const {
    project: _,
    title,
    description,
    assignee,
    assigneeName: _name,
    sprint,
    storyPoints,
    dueDay,
    ...others
  } = draft;
  return {
    ...others,
    title: title.trim(),
    description: description === '' ? undefined : description,
    assignee: assignee === '' ? undefined : { id: assignee },
    sprint: sprint === '' ? null : { id: sprint },
    storyPoints: storyPoints === '' ? undefined : Number(storyPoints),
    dueDate: endOfDay(organization, dueDay) ?? undefined,
  };
}
