import { cache } from '../api/cache.js';
import type { TextPlace } from '../parts/text-place.js';
import { projectOf } from './item-key.js';
import { peopleOf } from './mentions.js';

/** A list of Projects that the page has read, as `project/projects.ts` keeps it. */
interface ReadProjects {
  readonly items?: readonly { readonly key: string }[];
}

/** The place of texts of an Organization: keys of Work Items of the Projects that the page knows lead to them. Words such as `UTF-8` are none. */
export const textPlaceOf = (organization: string, ownProject?: string): TextPlace => ({
  people: peopleOf(organization),
  hrefOf: (key) => {
    const project = projectOf(key);
    const isKnown =
      project === ownProject ||
      cache
        .getQueriesData<ReadProjects>({ queryKey: ['projects', organization] })
        .some(([, read]) => read?.items?.some((one) => one.key === project));
    return isKnown ? `/o/${organization}/items/${key}` : undefined;
  },
});
