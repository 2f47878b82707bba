import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { isOwnerOf } from '../api/session.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { Refused } from '../shell/refused.js';
import { ALL_COLUMNS, ALL_GROUPINGS, orderText, ORDERS, USUAL_FORM, type Order } from '../table/columns.js';
import { FormButton } from '../table/form-button.js';
import { ItemTable } from '../table/item-table.js';
import { keptForm } from '../table/table-form.js';
import { useTableRows } from '../table/table-rows.js';
import { ProjectFrame, useProjectPlace } from './project-frame.js';
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

const COLUMNS_OF_PROJECT = ALL_COLUMNS.filter((column) => column !== 'project');
const GROUPINGS_OF_PROJECT = ALL_GROUPINGS.filter((grouping) => grouping !== 'project');

function Items({ organization, project }: ProjectPlace) {
  const [all, setAll] = useState(false);
  const { order, ...form } = LIST.value;
  const query = `project = ${project}${all ? '' : ' AND status != done'} ${orderText(order)}`;
  const { items, isFormer, hasMore, isReadingMore, more, error, refetch } = useTableRows(
    organization,
    query,
    form.groupBy,
    { keepsFormer: true },
  );
  const sorting = {
    order,
    orders: ORDERS,
    onSort: (next: Order) => {
      LIST.value = { ...LIST.peek(), order: next };
    },
  };
  return (
    <Section
      title="Work Items"
      actions={
        <div class={styles.actions}>
          <a href={`/o/${organization}/${project}/archived`}>Archived</a>
          {isOwnerOf(organization) && <a href={`/o/${organization}/${project}/deleted`}>Deleted</a>}
          <FormButton
            {...sorting}
            form={form}
            columns={COLUMNS_OF_PROJECT}
            groupings={GROUPINGS_OF_PROJECT}
            onForm={(next) => {
              LIST.value = { ...LIST.peek(), ...next };
            }}
          />
          <Switch isOn={all} onChange={setAll}>
            Show done
          </Switch>
        </div>
      }
    >
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Loading Work Items" lines={10} />}
      {items?.length === 0 && (
        <Empty
          icon="inbox"
          text={all ? 'This Project has no Work Item yet.' : 'No Work Item of this Project is open.'}
          action={<NewItemButton values={{ project }} />}
        />
      )}
      {items && items.length > 0 && (
        <div aria-busy={isFormer}>
          <ItemTable
            {...sorting}
            label="Work Items"
            items={items}
            organization={organization}
            form={form}
            hasMore={hasMore}
            isReadingMore={isReadingMore}
            onMore={more}
            error={error}
          />
        </div>
      )}
    </Section>
  );
}
