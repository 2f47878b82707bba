import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { isAdminOf } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { ProjectForm } from './project-form.js';
import { ProjectFrame, useProjectPlace } from './project-frame.js';
import { useArchiveProject } from './project-changes.js';
import { readProject, useProject, type Project } from './projects.js';
import { useWorkLimits } from './work-limits.js';
import { WorkLimitsForm } from './work-limits-form.js';
import form from '../parts/form.module.css';
import styles from './project-screen.module.css';

/** The settings of a Project, which administrators change. */
export function ProjectSettingsScreen() {
  const place = useProjectPlace();
  return (
    <ProjectFrame place={place} tab="Settings">
      {isAdminOf(place.organization) ? (
        <Settings {...place} />
      ) : (
        <p>Administrators of the Organization change the settings of its Projects. You are a member.</p>
      )}
    </ProjectFrame>
  );
}

function Settings(place: ProjectPlace) {
  const { data: project, error, refetch } = useProject(place);
  const limits = useWorkLimits(place);
  if (error && !project) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!project || limits.isPending) return <Skeleton label="Loading the settings" />;
  return (
    <>
      <Section title="Name and look">
        <ProjectForm key={project.id} place={place} project={project} />
      </Section>
      <Limits {...{ place, limits }} />
      <Archive place={place} project={project} />
    </>
  );
}

interface LimitsProps {
  readonly place: ProjectPlace;
  readonly limits: ReturnType<typeof useWorkLimits>;
}

/** Nothing on a server without the extensions. */
function Limits({ place, limits: { data, error, refetch } }: LimitsProps) {
  if (!data && error instanceof Refusal && error.status === 404) return null;
  return (
    <Section title="Limits of work in progress">
      {data ? (
        <WorkLimitsForm key={place.project} place={place} limits={data} />
      ) : (
        <Refused error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

interface ArchiveProps {
  readonly place: ProjectPlace;
  readonly project: Project;
}

function Archive({ place, project: { name, revision, archivedAt } }: ArchiveProps) {
  const [isAsking, setAsking] = useState(false);
  const archiving = useArchiveProject(place);
  const isArchived = archivedAt !== null;
  const make = async () => {
    setAsking(false);
    const wanted = { archived: !isArchived };
    try {
      await archiving.makeAsync({ revision, ...wanted }).catch(async (error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'REVISION_CONFLICT')) throw error;
        // Archive it even when its name or colour was changed meanwhile.
        return archiving.makeAsync({ revision: (await readProject(place)).revision, ...wanted });
      });
      notify(isArchived ? `${name} is out of the archive.` : `${name} is archived.`);
    } catch (error) {
      notifyRefusal(error);
    }
  };
  return (
    <Section title="Archive">
      <div class={styles.danger}>
        <p>
          {isArchived
            ? 'This Project is archived. Taken out of the archive, it is listed again, and new Work Items and Sprints can be created in it.'
            : 'An archived Project leaves the lists of Projects, and no new Work Item or Sprint can be created in it. What is in it stays: it can be read, found and changed, and reports count it.'}
        </p>
        <Button
          aria-disabled={archiving.isPending}
          onClick={() => {
            if (archiving.isPending) return;
            if (isArchived) void make();
            else setAsking(true);
          }}
        >
          {isArchived ? 'Take out of the archive' : 'Archive this Project …'}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          title={`Archive ${name}?`}
          onClose={() => {
            setAsking(false);
          }}
        >
          <div class={form.form}>
            <p>
              It leaves the lists, and nothing new can be created in it. You can take it out of the archive at any time.
            </p>
            <div class={form.actions} data-end>
              <Button
                kind="plain"
                onClick={() => {
                  setAsking(false);
                }}
              >
                Cancel
              </Button>
              <Button kind="primary" autofocus onClick={() => void make()}>
                Archive
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Section>
  );
}
