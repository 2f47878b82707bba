import { Empty } from '../parts/empty.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { ProjectItems } from '../project/project-items.js';
import { keptForm } from '../table/table-form.js';

const LIST = keptForm('archived', {
  columns: ['key', 'title', 'type', 'status', 'assignee', 'updatedAt'],
  groupBy: null,
  order: { field: 'updated', direction: 'desc' },
});

/** The archived Work Items of a Project: those that are selected are restored. */
export function ArchivedScreen() {
  const place = useProjectPlace();
  const { organization, project } = place;
  return (
    <ProjectFrame place={place} tab="List" title="Archived">
      <ProjectItems
        key={`${organization}/${project}`}
        place={place}
        title="Archived Work Items"
        condition="archived = TRUE"
        kept={LIST}
        before={<a href={`/o/${organization}/${project}`}>Back to the list</a>}
        empty={<Empty icon="archive" text="No Work Item of this Project is archived." />}
      />
    </ProjectFrame>
  );
}
