import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { COLORS } from '../parts/colors.js';
import { Dialog } from '../parts/dialog.js';
import { MoreMenu } from '../parts/menu.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import type { LabelContent } from '../work-item/new-label.js';
import { LabelFields } from './label-fields.js';
import { contentOf, readLabel, useChangeLabel, useDeleteLabel, type Label, type RevisedLabel } from './labels.js';
import form from '../parts/form.module.css';

interface LabelActionsProps {
  readonly place: ProjectPlace;
  readonly label: Label;
}

/** Renames, recolours and deletes a label. */
export function LabelActions({ place, label: { id, name } }: LabelActionsProps) {
  const [open, setOpen] = useState<{ readonly dialog: 'change' | 'delete'; readonly label: RevisedLabel }>();
  const close = () => {
    setOpen(undefined);
  };
  /** Reads the revision first, which lists of labels do not have. */
  const opening = (dialog: 'change' | 'delete') => () => {
    readLabel(place, id).then((label) => {
      setOpen({ dialog, label });
    }, notifyRefusal);
  };
  return (
    <>
      <MoreMenu
        label={`Actions for ${name}`}
        items={[
          { id: 'change', name: 'Rename or recolor', icon: 'settings', onChoose: opening('change') },
          { id: 'delete', name: 'Delete', icon: 'trash', onChoose: opening('delete') },
        ]}
      />
      {open?.dialog === 'change' && <ChangeDialog place={place} label={open.label} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteDialog place={place} label={open.label} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly place: ProjectPlace;
  readonly label: RevisedLabel;
  readonly onClose: () => void;
}

function ChangeDialog({ place, label, onClose }: DialogProps) {
  const changing = useChangeLabel(place);
  const record = useRecordForm({
    stored: label,
    contentOf,
    read: () => readLabel(place, label.id),
    write: (changes, over) => changing.makeAsync({ label: over, changes }),
    onSaved: ({ name }, isMerged) => {
      onClose();
      notify(isMerged ? 'Saved, together with a change by somebody else.' : `The label “${name}” is saved.`);
    },
  });
  const { content, isChanged, isSending, conflict } = record;
  const canSave = isChanged && !conflict && !isSending && content.name.trim() !== '';
  return (
    <Dialog title={`Change “${label.name}”`} onClose={onClose}>
      <form
        class={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) record.submit();
        }}
      >
        <LabelFields content={content} onChange={record.change} error={record.error} autofocus />
        <RecordConflict form={record} what="label" names={NAMES} wordsOf={wordsOf} />
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={!canSave}>
            {isSending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const NAMES: Readonly<Record<keyof LabelContent, string>> = { name: 'Name', color: 'Color' };

function wordsOf(member: keyof LabelContent, content: LabelContent): string {
  const named = COLORS.find(({ color }) => color === content.color);
  return member === 'color' && named ? named.name : content[member];
}

function DeleteDialog({ place, label, onClose }: DialogProps) {
  const deletion = useDeleteLabel(place);
  const remove = async () => {
    const isDeleted = await deletion.makeAsync(label).then(
      () => true,
      () => false,
    );
    if (!isDeleted) return;
    onClose();
    notify(`The label “${label.name}” is deleted.`);
  };
  return (
    <Dialog title={`Delete “${label.name}”?`} onClose={onClose}>
      <div class={form.form}>
        <p>A label can be deleted while it was never on a Work Item. Nobody can bring it back.</p>
        {deletion.error && (
          <p class={form.error} role="alert">
            {sentenceOf(deletion.error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Keep it
          </Button>
          <Button kind="danger" aria-disabled={deletion.isPending} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
