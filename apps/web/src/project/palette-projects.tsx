import type { PaletteEntries, PaletteQuestion } from '../shell/contents.js';
import { PROJECTS } from '../shell/palette-choices.js';
import { ProjectMark } from './project-mark.js';
import { useProjectsToFind } from './projects.js';

/** The Projects that the palette opens. */
export function useProjectActions({ organization, go }: PaletteQuestion): PaletteEntries {
  const { projects, isLoading } = useProjectsToFind(organization?.slug ?? '', { enabled: organization !== undefined });
  const actions = projects.map(({ key, name, color }) => ({
    id: `project ${key}`,
    name,
    words: key,
    group: PROJECTS,
    before: <ProjectMark color={color} />,
    after: key,
    run: () => {
      go(`/o/${organization?.slug}/${key}`);
    },
  }));
  return { actions, isReading: isLoading };
}
