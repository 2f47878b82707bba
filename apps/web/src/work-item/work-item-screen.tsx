import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { answerOf, api } from '../api/client.js';
import { Refusal } from '../api/refusal.js';
import { Avatar } from '../parts/avatar.js';
import { Skeleton } from '../parts/skeleton.js';
import { fullTime, shortDay } from '../shell/days.js';
import { usePageItem } from '../shell/items-in-hand.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { PriorityMark, StatusMark, TypeMark } from './marks.js';
import { PRIORITY_NAMES, STATUS_NAMES, TYPES } from './words.js';
import styles from './work-item-screen.module.css';

/** A Work Item, to read. */
export function WorkItemScreen() {
  const { params } = useRoute();
  const organization = params.org ?? '';
  const key = (params.key ?? '').toUpperCase();
  const project = key.split('-')[0] ?? '';
  usePageItem(organization, key);
  const {
    data: item,
    error,
    refetch,
  } = useQuery({
    queryKey: ['item', organization, key],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}', {
          params: { path: { organizationSlug: organization, projectKey: project, workItemKey: key } },
          signal,
        }),
      ),
  });
  if (error instanceof Refusal && [400, 404].includes(error.status)) return <NotFound />;
  return (
    <Page
      title={item?.title ?? key}
      above={
        <>
          <a href={`/o/${organization}/${project}`}>{project}</a>
          <span aria-hidden="true">/</span>
          <span>{key}</span>
        </>
      }
    >
      {error && !item && <Refused error={error} onRetry={() => void refetch()} />}
      {!item && !error && <Skeleton label="Loading the Work Item" />}
      {item && (
        <div class={styles.columns}>
          <div class={styles.description}>
            {item.description === null || item.description === '' ? (
              <p class={styles.none}>No description.</p>
            ) : (
              item.description
            )}
          </div>
          <dl class={styles.fields}>
            <Fact name="Status">
              <StatusMark status={item.status} /> {STATUS_NAMES[item.status]}
            </Fact>
            <Fact name="Type">
              <TypeMark type={item.type} /> {TYPES[item.type].name}
            </Fact>
            <Fact name="Priority">
              <PriorityMark priority={item.priority} /> {PRIORITY_NAMES[item.priority]}
            </Fact>
            <Fact name="Assignee">{item.assignee ? <Person name={item.assignee.name} /> : <None />}</Fact>
            <Fact name="Reporter">{item.reporter ? <Person name={item.reporter.name} /> : <None />}</Fact>
            <Fact name="Sprint">{item.sprint?.name ?? <None />}</Fact>
            <Fact name="Story points">{item.storyPoints ?? <None />}</Fact>
            <Fact name="Due">
              {item.dueDate === null ? (
                <None />
              ) : (
                <time dateTime={item.dueDate} title={fullTime(item.dueDate)}>
                  {shortDay(item.dueDate)}
                </time>
              )}
            </Fact>
            <Fact name="Labels">
              {item.labels.length === 0 ? <None /> : item.labels.map(({ name }) => name).join(', ')}
            </Fact>
            <Fact name="Changed">
              <time dateTime={item.updatedAt}>{fullTime(item.updatedAt)}</time>
            </Fact>
          </dl>
        </div>
      )}
    </Page>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Person = ({ name }: { readonly name: string }) => (
  <>
    <Avatar name={name} /> {name}
  </>
);

const None = () => <span class={styles.none}>None</span>;
