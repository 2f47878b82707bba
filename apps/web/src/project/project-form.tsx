import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { COLORS } from '../parts/colors.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { notify } from '../shell/notices.js';
import { LookFields, NameField, projectErrorsOf } from './project-fields.js';
import { contentOf, useChangeProject, type ProjectContent } from './project-changes.js';
import { readProject, type Project } from './projects.js';
import parts from '../parts/form.module.css';
import styles from './project-screen.module.css';

interface ProjectFormProps {
  readonly place: ProjectPlace;
  readonly project: Project;
}

type Member = keyof ProjectContent;

const NAMES: Readonly<Record<Member, string>> = { name: 'Name', description: 'Description', color: 'Color' };

/** Changes a Project. */
export function ProjectForm({ place, project }: ProjectFormProps) {
  const changing = useChangeProject(place);
  const form = useRecordForm({
    place: `project ${place.organization} ${place.project}`,
    stored: project,
    contentOf,
    read: () => readProject(place),
    write: (changes, { revision }) => changing.makeAsync({ revision, changes }),
    onSaved: ({ name }, isMerged) => {
      notify(isMerged ? 'Saved, together with a change by somebody else.' : `${name} is saved.`);
    },
  });
  const { content, isChanged, isSending, conflict, change } = form;
  const canSave = isChanged && !conflict && !isSending && content.name.trim() !== '';
  const errors = projectErrorsOf(form.error);
  return (
    <form
      class={`${parts.form} ${styles.form}`}
      data-kept
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) form.submit();
      }}
    >
      <NameField content={content} onChange={change} errors={errors} />
      <LookFields content={content} onChange={change} errors={errors} />
      <RecordConflict form={form} what="Project" names={NAMES} wordsOf={wordsOf} />
      {errors.other !== undefined && (
        <p class={parts.error} role="alert">
          {errors.other}
        </p>
      )}
      <div class={parts.actions}>
        <Button kind="primary" type="submit" aria-disabled={!canSave}>
          {isSending ? 'Saving …' : 'Save'}
        </Button>
        {isChanged && !conflict && (
          <Button kind="plain" onClick={form.discard}>
            Discard the changes
          </Button>
        )}
      </div>
    </form>
  );
}

function wordsOf(member: Member, content: ProjectContent): string {
  if (content[member] === '') return 'None';
  if (member !== 'color') return content[member];
  return COLORS.find(({ color }) => color === content.color)?.name ?? content.color;
}
