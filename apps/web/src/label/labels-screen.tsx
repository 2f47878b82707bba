import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { isAdminOf } from '../identity/session.js';
import { Button } from '../parts/button.js';
import { ColorField } from '../parts/color-field.js';
import { COLORS } from '../parts/colors.js';
import { Empty } from '../parts/empty.js';
import { Field } from '../parts/field.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectPage, useProjectPlace } from '../project/project-page.js';
import type { ProjectPlace } from '../project/projects.js';
import { notify } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { useCreateLabel, useLabelPages } from './labels.js';
import form from '../parts/form.module.css';
import styles from './labels-screen.module.css';

/** The labels of a Project: everybody sees them, administrators create them. */
export function LabelsScreen() {
  const place = useProjectPlace();
  return (
    <ProjectPage place={place}>
      {() => (
        <>
          <p class={styles.lead}>
            Labels mark the Work Items of this Project. Their names are in lower case and unique; a label stays once it
            is created.
          </p>
          {isAdminOf(place.organization) ? (
            <Section title="New label">
              <NewLabel place={place} />
            </Section>
          ) : (
            <p class={styles.lead}>Administrators of the Organization create labels; every member can attach them.</p>
          )}
          <Section title="Labels">
            <Labels {...place} />
          </Section>
        </>
      )}
    </ProjectPage>
  );
}

function Labels(place: ProjectPlace) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useLabelPages(place);
  const labels = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {!data && <Skeleton label="Loading the labels" />}
      {data && labels.length === 0 && <Empty icon="bookmark" text="This Project has no label yet." />}
      {labels.length > 0 && (
        <ul class={styles.labels} aria-label="Labels">
          {labels.map(({ id, name, color }) => (
            <li key={id}>
              <span class={styles.dot} style={{ backgroundColor: color }} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && <More isLoading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}

const FIRST_COLOR = '#6366f1';

function NewLabel({ place }: { readonly place: ProjectPlace }) {
  const [name, setName] = useState('');
  const [color, setColor] = useState(FIRST_COLOR);
  const creating = useCreateLabel(place);
  const canCreate = name.trim() !== '' && !creating.isPending;
  const submit = async () => {
    const label = await creating.makeAsync({ name, color }).catch(() => undefined);
    if (!label) return;
    notify(`The label “${label.name}” is created.`);
    setName('');
    setColor(colorAfter(color));
  };
  return (
    <form
      class={`${form.form} ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canCreate) void submit();
      }}
    >
      <Field
        label="Name"
        value={name}
        onText={(text) => {
          setName(text);
          creating.reset();
        }}
        maxLength={100}
        autocomplete="off"
        error={creating.error ? problemOf(creating.error, name) : undefined}
      />
      <ColorField label="Colour" value={color} onColor={setColor} />
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={!canCreate}>
          {creating.isPending ? 'Creating …' : 'Create'}
        </Button>
      </div>
    </form>
  );
}

/** The next colour of the list, so that labels created one after the other differ. */
function colorAfter(color: string): string {
  const at = COLORS.findIndex((one) => one.color === color);
  return COLORS[(at + 1) % COLORS.length]?.color ?? FIRST_COLOR;
}

function problemOf(error: Error, name: string): string {
  if (error instanceof Refusal) {
    // The number of labels has a bound too, and its sentence says so.
    if (error.code === 'CONFLICT' && !/\d/.test(error.message)) {
      return `This Project has the label “${name.trim().toLowerCase()}” already.`;
    }
    const rule = error.fieldErrors.name?.[0];
    if (rule !== undefined) return `The name ${rule}.`;
  }
  return sentenceOf(error);
}
