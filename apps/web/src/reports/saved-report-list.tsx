import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { session } from '../api/session.js';
import { Button, IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { Icon } from '../parts/icon.js';
import { MoreMenu, type MenuItem } from '../parts/menu.js';
import row from '../parts/row.module.css';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { announce, notify, notifyRefusal } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { ChangeReportDialog, SaveReportDialog } from './saved-report-dialog.js';
import { useChangeReport, useDeleteReport, usePin } from './saved-report-changes.js';
import { sprintWords } from './moving-sprints.js';
import { pageOf, useSavedReports, type SavedReport } from './saved-reports.js';
import dialogStyles from './saved-report-dialog.module.css';
import styles from './saved-reports.module.css';

/** The saved Sprint reports of a Project: pinned ones first. */
export function SavedReports({ organization, project }: ProjectPlace) {
  const place = { organization, project };
  const { data, error, refetch } = useSavedReports(place);
  const [isSaving, setSaving] = useState(false);
  return (
    <Section
      title="Saved Sprint reports"
      actions={
        <Button
          onClick={() => {
            setSaving(true);
          }}
        >
          <Icon name="plus" /> Save a Sprint report
        </Button>
      }
    >
      {error && !data && <Refused error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading saved Sprint reports" lines={3} />}
      {data?.items.length === 0 && (
        <Empty
          icon="bookmark"
          text="No Sprint report is saved here. Save one to find it again, with the form you like."
        />
      )}
      {data && data.items.length > 0 && (
        <ul class={styles.list} aria-label="Saved Sprint reports">
          {data.items.map((report) => (
            <SavedReportRow key={report.id} place={place} report={report} />
          ))}
        </ul>
      )}
      {isSaving && (
        <SaveReportDialog
          place={place}
          onClose={() => {
            setSaving(false);
          }}
        />
      )}
    </Section>
  );
}

interface RowProps {
  readonly place: ProjectPlace;
  readonly report: SavedReport;
}

const SavedReportRow = ({ place, report }: RowProps) => (
  <li class={`${row.row} ${styles.row}`}>
    <PinButton place={place} report={report} />
    <a class={styles.name} href={pageOf(place, report.id)}>
      {report.name}
    </a>
    <span class={styles.sprint}>{sprintWords(report)}</span>
    <Sharing report={report} />
    <ReportActions place={place} report={report} />
  </li>
);

export const isOwn = ({ owner }: SavedReport): boolean => owner?.publicId === session.value?.user.publicId;

export function Sharing({ report }: { readonly report: SavedReport }) {
  if (!report.shared) return null;
  const by = isOwn(report) ? 'you' : (report.owner?.name ?? 'a removed user');
  return (
    <span class={styles.shared}>
      <Icon name="users" size={13} /> Shared by {by}
    </span>
  );
}

export function PinButton({ place, report }: RowProps) {
  const pin = usePin(place);
  const { id, name, pinned } = report;
  const toggle = () => {
    if (pin.isPending) return;
    pin
      .makeAsync({ id, pinned: !pinned })
      .then(() => {
        announce(pinned ? `“${name}” is no longer pinned.` : `“${name}” is pinned.`);
      })
      .catch(notifyRefusal);
  };
  return (
    <IconButton
      icon="pin"
      label={`Pin ${name}`}
      aria-pressed={pinned}
      aria-disabled={pin.isPending}
      data-pinned={pinned || undefined}
      onClick={toggle}
    />
  );
}

interface ActionsProps extends RowProps {
  readonly onDeleted?: () => void;
}

/** The menu of a report: what its user can do with it. */
export function ReportActions({ place, report, onDeleted }: ActionsProps) {
  const [dialog, setDialog] = useState<'change' | 'delete'>();
  const changing = useChangeReport(place);
  const role = session.value?.organizations.find(({ slug }) => slug === place.organization)?.role;
  const canDelete = isOwn(report) || role === 'owner' || role === 'admin';
  const { id, name, revision, shared } = report;
  const share = () => {
    changing
      .makeAsync({ id, revision, changes: { shared: !shared } })
      .then(() => {
        notify(shared ? `“${name}” is private now.` : `“${name}” is shared now.`);
      })
      .catch(notifyRefusal);
  };
  const items: MenuItem[] = [
    ...(isOwn(report)
      ? [
          {
            id: 'change',
            name: 'Rename or change',
            icon: 'settings' as const,
            onChoose: () => {
              setDialog('change');
            },
          },
          { id: 'share', name: shared ? 'Stop sharing' : 'Share', icon: 'users' as const, onChoose: share },
        ]
      : []),
    ...(canDelete
      ? [
          {
            id: 'delete',
            name: 'Delete',
            icon: 'x' as const,
            onChoose: () => {
              setDialog('delete');
            },
          },
        ]
      : []),
  ];
  const close = () => {
    setDialog(undefined);
  };
  if (items.length === 0) return <span class={styles.noActions} />;
  return (
    <>
      <MoreMenu label={`Actions for ${name}`} items={items} />
      {dialog === 'change' && <ChangeReportDialog place={place} report={report} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog place={place} report={report} onClose={close} {...(onDeleted && { onDeleted })} />
      )}
    </>
  );
}

interface DeleteDialogProps extends ActionsProps {
  readonly onClose: () => void;
}

function DeleteDialog({ place, report, onClose, onDeleted }: DeleteDialogProps) {
  const deletion = useDeleteReport(place);
  const remove = () => {
    deletion
      .makeAsync(report)
      .then(() => {
        notify(`“${report.name}” is deleted.`);
        onClose();
        onDeleted?.();
      })
      .catch(notifyRefusal);
  };
  return (
    <Dialog title={`Delete “${report.name}”?`} onClose={onClose}>
      <p>
        {report.shared
          ? 'It disappears for everybody, with all pins. The figures of the Sprint stay.'
          : 'The figures of the Sprint stay.'}
      </p>
      <div class={dialogStyles.buttons}>
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" aria-disabled={deletion.isPending} onClick={remove}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
