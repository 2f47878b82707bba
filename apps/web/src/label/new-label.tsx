import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { COLORS } from '../parts/colors.js';
import { notify } from '../shell/notices.js';
import { LabelFields } from './label-fields.js';
import { colorOf, useCreateLabel, type LabelContent } from '../work-item/new-label.js';
import form from '../parts/form.module.css';
import styles from './labels-screen.module.css';

/** Creates labels, one after the other. */
export function NewLabel({ place }: { readonly place: ProjectPlace }) {
  const [content, setContent] = useState<LabelContent>({ name: '', color: colorOf(0) });
  const creating = useCreateLabel(place);
  const canCreate = content.name.trim() !== '' && !creating.isPending;
  const submit = async () => {
    const label = await creating.makeAsync(content).catch(() => undefined);
    if (!label) return;
    notify(`The label “${label.name}” is created.`);
    const used = COLORS.findIndex(({ color }) => color === content.color);
    setContent({ name: '', color: colorOf(used + 1) });
  };
  return (
    <form
      class={`${form.form} ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canCreate) void submit();
      }}
    >
      <LabelFields
        content={content}
        onChange={(changed) => {
          setContent(changed);
          creating.reset();
        }}
        error={creating.error}
      />
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={!canCreate}>
          {creating.isPending ? 'Creating …' : 'Create'}
        </Button>
      </div>
    </form>
  );
}
