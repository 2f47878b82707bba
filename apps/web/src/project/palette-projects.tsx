import type { PaletteAction, PaletteQuestion } from '../shell/contents.js';
import { PROJECTS } from '../shell/palette-choices.js';
import { ProjectMark } from './project-mark.js';
import { useProjectsToFind } from './projects.js';

/** The Projects that the palette opens. */
export function useProjectActions({ organization, go }: PaletteQuestion): readonly PaletteAction[] {
  const { projects } = useProjectsToFind(organization?.slug ?? '', { enabled: organization !== undefined });
  return projects.map(({ key, name, color }) => ({
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
}
