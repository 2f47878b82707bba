import { useEffect, useState } from 'preact/hooks';
import { mergeOf } from '../api/merge.js';
import { Refusal } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { COLORS } from '../parts/colors.js';
import { Conflicts } from '../parts/conflict.js';
import { notify } from '../shell/notices.js';
import { LookFields, NameField, projectErrorsOf } from './project-fields.js';
import {
  contentOf,
  readProject,
  useChangeProject,
  type Project,
  type ProjectContent,
  type ProjectPlace,
} from './projects.js';
import form from '../parts/form.module.css';
import styles from './project-screen.module.css';

interface ProjectFormProps {
  readonly place: ProjectPlace;
  readonly project: Project;
}

type Member = keyof ProjectContent;

const MEMBERS: Readonly<Record<Member, string>> = { name: 'Name', description: 'Description', color: 'Colour' };

/**
 * Changes a Project. When somebody else changed it meanwhile, both changes are joined; for a member that both changed the user chooses,
 * and nothing that was typed is lost.
 */
export function ProjectForm({ place, project }: ProjectFormProps) {
  // The Project with which the form began: its revision is the one that is changed.
  const [base, setBase] = useState(project);
  const [content, setContent] = useState(() => contentOf(project));
  const [theirs, setTheirs] = useState<Project>();
  const [conflicts, setConflicts] = useState<readonly Member[]>([]);
  const [error, setError] = useState<unknown>();
  const changing = useChangeProject(place);
  const isChanged = Object.keys(changesOf(content, contentOf(base))).length > 0;

  // While nothing is typed, the form shows what the Project is now.
  useEffect(() => {
    if (isChanged || project.revision <= base.revision) return;
    setBase(project);
    setContent(contentOf(project));
  }, [project]);

  const write = async (wanted: ProjectContent, over: Project, isMerged: boolean): Promise<void> => {
    const changes = changesOf(wanted, contentOf(over));
    try {
      const stored =
        Object.keys(changes).length === 0 ? over : await changing.makeAsync({ revision: over.revision, changes });
      setBase(stored);
      setContent(contentOf(stored));
      notify(isMerged ? 'Saved, together with a change by somebody else.' : `${stored.name} is saved.`);
    } catch (failure) {
      if (!(failure instanceof Refusal && failure.code === 'REVISION_CONFLICT')) throw failure;
      const now = await readProject(place);
      const merged = mergeOf(contentOf(over), wanted, contentOf(now));
      setBase(now);
      setContent(merged.content);
      if (merged.conflicts.length === 0) return write(merged.content, now, true);
      setTheirs(now);
      setConflicts(merged.conflicts);
    }
  };
  const canSave = isChanged && conflicts.length === 0 && !changing.isPending && content.name.trim() !== '';
  const errors = projectErrorsOf(error);
  const change = (changed: ProjectContent) => {
    setContent(changed);
    setError(undefined);
  };
  return (
    <form
      class={`${form.form} ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSave) return;
        setError(undefined);
        write(content, base, false).catch(setError);
      }}
    >
      <NameField content={content} onChange={change} errors={errors} />
      <LookFields content={content} onChange={change} errors={errors} />
      {theirs && conflicts.length > 0 && (
        <Conflicts
          lead="Somebody else changed this Project while you did."
          differences={conflicts.map((member) => ({
            name: MEMBERS[member],
            mine: wordsOf(member, content),
            theirs: wordsOf(member, contentOf(theirs)),
            onSettle: (isMine) => {
              if (!isMine) setContent({ ...content, [member]: contentOf(theirs)[member] });
              setConflicts(conflicts.filter((one) => one !== member));
            },
          }))}
        />
      )}
      {errors.other !== undefined && (
        <p class={form.error} role="alert">
          {errors.other}
        </p>
      )}
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={!canSave}>
          {changing.isPending ? 'Saving …' : 'Save'}
        </Button>
        {isChanged && conflicts.length === 0 && (
          <Button
            kind="plain"
            onClick={() => {
              change(contentOf(base));
            }}
          >
            Discard the changes
          </Button>
        )}
      </div>
    </form>
  );
}

function changesOf(content: ProjectContent, stored: ProjectContent): Partial<ProjectContent> {
  const members = (Object.keys(MEMBERS) as Member[]).filter((member) => content[member] !== stored[member]);
  return Object.fromEntries(members.map((member) => [member, content[member]]));
}

function wordsOf(member: Member, content: ProjectContent): string {
  if (content[member] === '') return 'None';
  if (member !== 'color') return content[member];
  return COLORS.find(({ color }) => color === content.color)?.name ?? content.color;
}
