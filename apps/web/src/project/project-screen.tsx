import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { isOwnerOf } from '../api/session.js';
import { Empty } from '../parts/empty.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { USUAL_FORM } from '../table/columns.js';
import { keptForm } from '../table/table-form.js';
import { ProjectFrame, useProjectPlace } from './project-frame.js';
import { ProjectItems } from './project-items.js';
import { useKnownProject } from './projects.js';
import styles from './project-screen.module.css';

/** The description of a Project, and its Work Items as a list. */
export function ProjectScreen() {
  const place = useProjectPlace();
  const { project, error } = useKnownProject(place);
  return (
    <ProjectFrame place={place} tab="List">
      {project?.description != null && project.description !== '' && (
        <p class={styles.description}>{project.description}</p>
      )}
      {!project && !error && <Skeleton label="Loading the Project" lines={10} />}
      {/* Read immediately, but shown below the description of the Project: it would move. */}
      <div hidden={!project && !error}>
        <Items key={`${place.organization}/${place.project}`} {...place} />
      </div>
    </ProjectFrame>
  );
}

const LIST = keptForm('project', { ...USUAL_FORM, order: { field: 'priority', direction: 'desc' } });

function Items(place: ProjectPlace) {
  const { organization, project } = place;
  const [all, setAll] = useState(false);
  return (
    <ProjectItems
      place={place}
      title="Work Items"
      condition={all ? undefined : 'status != done'}
      kept={LIST}
      before={
        <>
          <a href={`/o/${organization}/${project}/archived`}>Archived</a>
          {isOwnerOf(organization) && <a href={`/o/${organization}/${project}/deleted`}>Deleted</a>}
        </>
      }
      after={
        <Switch isOn={all} onChange={setAll}>
          Show done
        </Switch>
      }
      empty={
        <Empty
          icon="inbox"
          text={all ? 'This Project has no Work Item yet.' : 'No Work Item of this Project is open.'}
          action={<NewItemButton values={{ project }} />}
        />
      }
    />
  );
}
