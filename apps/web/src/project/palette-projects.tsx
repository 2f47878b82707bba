import type { PaletteAction, PaletteQuestion } from '../shell/contents.js';
import { PROJECTS } from '../shell/palette.js';
import { ProjectMark } from './project-mark.js';
import { useProjects } from './projects.js';

/** The Projects that the palette opens. */
export function useProjectActions({ organization, go }: PaletteQuestion): readonly PaletteAction[] {
  const { data } = useProjects(organization?.slug ?? '', { enabled: organization !== undefined });
  return (data?.items ?? []).map(({ key, name, color }) => ({
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
