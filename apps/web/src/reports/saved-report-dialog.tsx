import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { notify } from '../shell/notices.js';
import { SavedReportFields, THEME_NAMES } from './saved-report-form.js';
import {
  DEFAULT_SETTINGS,
  contentOf,
  useChangeReport,
  useSaveReport,
  type SavedReportContent,
} from './saved-report-changes.js';
import { MOVING_SPRINTS, isMoving } from './moving-sprints.js';
import { readReport, type SavedReport } from './saved-reports.js';
import { SECTION_NAMES, type SprintUnit } from './sprint-sections.js';
import styles from './saved-report-dialog.module.css';

interface SaveDialogProps {
  readonly place: ProjectPlace;
  /** The Sprint on the screen. */
  readonly sprint?: { readonly id: string; readonly name: string };
  /** The unit on the screen. */
  readonly unit?: SprintUnit;
  readonly onClose: () => void;
  readonly onSaved?: (report: SavedReport) => void;
}

/** Saves a Sprint report under a name. */
export function SaveReportDialog({ place, sprint, unit = DEFAULT_SETTINGS.unit, onClose, onSaved }: SaveDialogProps) {
  const [content, setContent] = useState<SavedReportContent>({
    name: sprint?.name ?? '',
    sprint: sprint?.id ?? 'active',
    settings: { ...DEFAULT_SETTINGS, unit },
    shared: false,
  });
  const saving = useSaveReport(place);
  const submit = async () => {
    const report = await saving.makeAsync(content).catch(() => undefined);
    if (!report) return;
    notify(`“${report.name}” is saved.`);
    onSaved?.(report);
    onClose();
  };
  return (
    <Dialog title="Save this Sprint report" onClose={onClose}>
      <ReportForm
        place={place}
        content={content}
        onChange={setContent}
        sprint={sprint ?? null}
        error={saving.error}
        isSending={saving.isPending}
        verb="Save"
        onSubmit={() => void submit()}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface ChangeDialogProps {
  readonly place: ProjectPlace;
  readonly report: SavedReport;
  readonly onClose: () => void;
}

/** Changes a saved report. */
export function ChangeReportDialog({ place, report, onClose }: ChangeDialogProps) {
  const changing = useChangeReport(place);
  const form = useRecordForm({
    stored: report,
    contentOf,
    read: () => readReport(place, report.id),
    write: (changes, { id, revision }) => changing.makeAsync({ id, revision, changes }),
    onSaved: ({ name }, isMerged) => {
      notify(isMerged ? 'Saved, together with a change by somebody else.' : `“${name}” is saved.`);
      onClose();
    },
  });
  return (
    <Dialog title="Change the saved report" onClose={onClose}>
      <ReportForm
        place={place}
        content={form.content}
        onChange={form.change}
        sprint={report.currentSprint}
        error={form.error}
        isSending={form.isSending}
        isBlocked={form.conflict !== undefined}
        verb="Save"
        onSubmit={form.submit}
        onClose={onClose}
      >
        <RecordConflict form={form} what="report" names={MEMBER_NAMES} wordsOf={wordsOf} />
      </ReportForm>
    </Dialog>
  );
}

type Member = keyof SavedReportContent;

const MEMBER_NAMES: Readonly<Record<Member, string>> = {
  name: 'Name',
  sprint: 'Sprint',
  settings: 'Form',
  shared: 'Sharing',
};

function wordsOf(member: Member, { name, sprint, settings, shared }: SavedReportContent): string {
  if (member === 'name') return name;
  if (member === 'shared') return shared ? 'Shared' : 'Private';
  if (member === 'sprint') return isMoving(sprint) ? MOVING_SPRINTS[sprint] : 'Always one Sprint';
  const sections = settings.sections.map((section) => SECTION_NAMES[section]);
  const unit = settings.unit === 'points' ? 'story points' : 'Work Items';
  return `${sections.join(', ')}; in ${unit}; colors: ${THEME_NAMES[settings.theme].toLowerCase()}`;
}

interface ReportFormProps {
  readonly place: ProjectPlace;
  readonly content: SavedReportContent;
  readonly onChange: (content: SavedReportContent) => void;
  readonly sprint: { readonly id: string; readonly name: string } | null;
  readonly error: unknown;
  readonly isSending: boolean;
  readonly isBlocked?: boolean;
  readonly verb: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

function ReportForm(props: ReportFormProps) {
  const { place, content, onChange, sprint, error, isSending, isBlocked = false, verb, onSubmit, onClose } = props;
  const errors = errorsOf(error);
  const canSend = !isSending && !isBlocked && content.name.trim() !== '' && content.settings.sections.length > 0;
  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSubmit();
      }}
    >
      <SavedReportFields place={place} content={content} onChange={onChange} sprint={sprint} errors={errors} />
      {props.children}
      {errors.other !== undefined && (
        <p class={styles.error} role="alert">
          {errors.other}
        </p>
      )}
      <div class={styles.buttons}>
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" aria-disabled={!canSend}>
          {isSending ? 'Saving …' : verb}
        </Button>
      </div>
    </form>
  );
}

/** Puts the sentence of a refusal next to its field. */
function errorsOf(error: unknown): Readonly<Record<string, string | undefined>> {
  if (error === undefined || error === null) return {};
  if (!(error instanceof Refusal)) return { other: sentenceOf(error) };
  if (error.code === 'CONFLICT' && error.message.includes('name')) return { name: error.message };
  const [name, sprint] = [error.fieldErrors.name?.[0], error.fieldErrors.sprint?.[0]];
  if (name !== undefined) return { name: `The name ${name}.` };
  return sprint === undefined ? { other: sentenceOf(error) } : { sprint: `The Sprint ${sprint}.` };
}
