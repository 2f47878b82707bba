import { useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { api, dataOf, type Schemas } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { isAdminOf } from '../api/session.js';
import { COLORS } from '../parts/colors.js';
import { Icon } from '../parts/icon.js';
import type { Choice } from '../parts/picker.js';

/** The members of a label that people choose. */
export interface LabelContent {
  readonly name: string;
  readonly color: string;
}

/** Returns a function that reads again whatever shows the labels of the Project. */
export function useRereadLabels({ organization, project }: ProjectPlace) {
  const cache = useQueryClient();
  return () => {
    for (const kind of ['labels', 'cards']) {
      void cache.invalidateQueries({ queryKey: [kind, organization, project] });
    }
    void cache.invalidateQueries({ queryKey: ['table', organization] });
    void cache.invalidateQueries({ queryKey: ['item'] });
  };
}

/** Creates a label. Its name is kept in lower case. */
export function useCreateLabel(place: ProjectPlace) {
  const reread = useRereadLabels(place);
  return useChange(
    (body: LabelContent, idempotencyKey) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
          params: { path: projectPath(place), header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    { onSuccess: reread },
  );
}

/** The color of a label after so many others: those created one after the other differ. */
export const colorOf = (count: number): string => COLORS[count % COLORS.length]?.color ?? '';

/** One sentence about a label that was refused. */
export function labelSentenceOf(error: unknown, name: string): string {
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

type Label = Schemas['ProjectLabel'];

/** The id of the choice that creates a label. */
export const NEW_LABEL = 'new label';

/**
 * Offers administrators to create the label that is typed, where the Project has none of that name. `create` returns the label, or `undefined`
 * when it was refused; `problem` then says why.
 */
export function useNewLabel(place: ProjectPlace, { labels, isReading }: OfLabels, text: string) {
  const creating = useCreateLabel(place);
  const name = text.trim();
  const isTaken = labels.some((label) => label.name === name.toLowerCase());
  const isOffered = isAdminOf(place.organization) && name !== '' && !isTaken && !isReading;
  const choice: Choice = {
    id: NEW_LABEL,
    name: `Create label “${name}”`,
    group: 'New',
    isFound: true,
    before: <Icon name="plus" />,
  };
  const refused = creating.error && creating.variables.variables.name;
  return {
    choices: isOffered ? [choice] : [],
    problem: refused === name ? labelSentenceOf(creating.error, name) : undefined,
    create: async (): Promise<Label | undefined> => {
      if (creating.isPending) return undefined;
      return creating.makeAsync({ name, color: colorOf(labels.length) }).catch(() => undefined);
    },
  };
}

interface OfLabels {
  readonly labels: readonly Label[];
  readonly isReading: boolean;
}
