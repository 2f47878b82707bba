import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { loaded } from '../api/loaded.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { notifyRefusal } from '../shell/notices.js';
import { GROUPING_NAMES } from './columns.js';
import type { FormDialogProps } from './form-dialog.js';
import styles from './table.module.css';

/** Opens what can be chosen of a table, which is loaded then. */
export function FormButton(props: Omit<FormDialogProps, 'onClose'>) {
  const [Dialog, setDialog] = useState<{ readonly Shown: ComponentType<FormDialogProps> }>();
  const { groupBy } = props.form;
  return (
    <>
      <span class={styles.formButton}>
        <Button
          kind="plain"
          aria-haspopup="dialog"
          onClick={() => {
            loaded(() => import('./form-dialog.js'))
              .then(({ FormDialog }) => {
                setDialog({ Shown: FormDialog });
              })
              .catch(notifyRefusal);
          }}
        >
          <Icon name="list" size={14} /> Columns
          {groupBy !== null && ` · by ${GROUPING_NAMES[groupBy].toLowerCase()}`}
        </Button>
      </span>
      {Dialog && (
        <Dialog.Shown
          {...props}
          onClose={() => {
            setDialog(undefined);
          }}
        />
      )}
    </>
  );
}
