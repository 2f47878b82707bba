import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import type { ProjectPlace } from './report-data.js';
import { changesOf, contentOf, merge, type Member } from './merge-report.js';
import { SavedReportFields, THEME_NAMES } from './saved-report-form.js';
import {
  DEFAULT_SETTINGS,
  MOVING_SPRINTS,
  isMoving,
  readReport,
  useChangeReport,
  useSaveReport,
  type SavedReport,
  type SavedReportContent,
} from './saved-reports.js';
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

/**
 * Changes a saved report. When it was changed elsewhere meanwhile, both changes are merged; for a member that both changed the user
 * chooses, and nothing that was typed is lost.
 */
export function ChangeReportDialog({ place, report, onClose }: ChangeDialogProps) {
  const [base, setBase] = useState(report);
  const [content, setContent] = useState(() => contentOf(report));
  const [theirs, setTheirs] = useState<SavedReport>();
  const [conflicts, setConflicts] = useState<readonly Member[]>([]);
  const [error, setError] = useState<unknown>();
  const changing = useChangeReport(place);

  const write = async (wanted: SavedReportContent, over: SavedReport, isMerged: boolean): Promise<void> => {
    try {
      const changes = changesOf(wanted, over);
      if (Object.keys(changes).length > 0) await changing.makeAsync({ id: over.id, revision: over.revision, changes });
      notify(isMerged ? 'Saved, together with a change that was made elsewhere.' : `“${wanted.name.trim()}” is saved.`);
      onClose();
    } catch (failure) {
      if (!(failure instanceof Refusal && failure.code === 'REVISION_CONFLICT')) throw failure;
      const now = await readReport(place, over.id);
      const merged = merge(over, wanted, now);
      setBase(now);
      setContent(merged.content);
      if (merged.conflicts.length === 0) return write(merged.content, now, true);
      setTheirs(now);
      setConflicts(merged.conflicts);
    }
  };
  const submit = () => {
    setError(undefined);
    write(content, base, false).catch(setError);
  };
  const settle = (member: Member, isMine: boolean) => {
    if (!isMine && theirs) setContent({ ...content, [member]: theirs[member] });
    setConflicts(conflicts.filter((one) => one !== member));
  };

  return (
    <Dialog title="Change the saved report" onClose={onClose}>
      <ReportForm
        place={place}
        content={content}
        onChange={setContent}
        sprint={base.currentSprint}
        error={error}
        isSending={changing.isPending}
        isBlocked={conflicts.length > 0}
        verb="Save"
        onSubmit={submit}
        onClose={onClose}
      >
        {theirs && conflicts.length > 0 && (
          <section class={styles.conflict} role="alert" aria-label="Changed elsewhere">
            <p>This report was changed elsewhere while you changed it. Choose for each:</p>
            {conflicts.map((member) => (
              <ConflictBox key={member} member={member} mine={content} theirs={theirs} onSettle={settle} />
            ))}
          </section>
        )}
      </ReportForm>
    </Dialog>
  );
}

interface ConflictBoxProps {
  readonly member: Member;
  readonly mine: SavedReportContent;
  readonly theirs: SavedReportContent;
  readonly onSettle: (member: Member, isMine: boolean) => void;
}

const MEMBER_NAMES: Readonly<Record<Member, string>> = {
  name: 'Name',
  sprint: 'Sprint',
  settings: 'Form',
  shared: 'Sharing',
};

const ConflictBox = ({ member, mine, theirs, onSettle }: ConflictBoxProps) => (
  <div class={styles.sides}>
    <h3>{MEMBER_NAMES[member]}</h3>
    <dl>
      <dt>Yours</dt>
      <dd>{wordsOf(member, mine)}</dd>
      <dt>Theirs</dt>
      <dd>{wordsOf(member, theirs)}</dd>
    </dl>
    <div class={styles.buttons}>
      <Button
        onClick={() => {
          onSettle(member, false);
        }}
      >
        Keep theirs
      </Button>
      <Button
        onClick={() => {
          onSettle(member, true);
        }}
      >
        Use mine
      </Button>
    </div>
  </div>
);

function wordsOf(member: Member, { name, sprint, settings, shared }: SavedReportContent): string {
  if (member === 'name') return name;
  if (member === 'shared') return shared ? 'Shared' : 'Private';
  if (member === 'sprint') return isMoving(sprint) ? MOVING_SPRINTS[sprint] : 'Always one Sprint';
  const sections = settings.sections.map((section) => SECTION_NAMES[section]);
  const unit = settings.unit === 'points' ? 'story points' : 'Work Items';
  return `${sections.join(', ')}; in ${unit}; colours: ${THEME_NAMES[settings.theme].toLowerCase()}`;
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

/** Puts the sentence of a refusal beside its field. */
function errorsOf(error: unknown): Readonly<Record<string, string | undefined>> {
  if (error === undefined || error === null) return {};
  if (!(error instanceof Refusal)) return { other: sentenceOf(error) };
  if (error.code === 'CONFLICT' && error.message.includes('name')) return { name: error.message };
  const [name, sprint] = [error.fieldErrors.name?.[0], error.fieldErrors.sprint?.[0]];
  if (name !== undefined) return { name: `The name ${name}.` };
  return sprint === undefined ? { other: sentenceOf(error) } : { sprint: `The Sprint ${sprint}.` };
}
