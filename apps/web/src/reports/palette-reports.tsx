import { useQuery } from '@tanstack/preact-query';
import { Icon } from '../parts/icon.js';
import type { PaletteAction, PaletteEntries, PaletteQuestion } from '../shell/contents.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { presentSprint, reportPage, sprintReportPage } from './report-pages.js';
import { REPORT_TITLES, REPORT_TYPES } from './report-titles.js';
import { pageOf, usePinnedReports, useSavedReports } from './saved-reports.js';

/** The reports that the palette opens: the eight and the saved ones of the Project on the screen, and all pinned ones. */
export function useReportActions({ organization: here, project, go }: PaletteQuestion): PaletteEntries {
  const organization = here?.slug;
  const enabled = organization !== undefined && project !== undefined;
  const place = { organization: organization ?? '', project: project ?? '' };
  const sprints = useQuery({ ...sprintsQuery(place), enabled });
  const saved = useSavedReports(place, { enabled });
  const pinned = usePinnedReports();
  const actionOf = (id: string, name: string, group: string, url: string, after?: string): PaletteAction => ({
    id,
    name,
    group,
    words: 'report',
    before: <Icon name={group === SAVED ? 'bookmark' : 'chart'} />,
    ...(after !== undefined && { after }),
    run: () => {
      go(url);
    },
  });
  const sprint = presentSprint(sprints.data ?? []);
  const savedHere = enabled ? (saved.data?.items ?? []).map((report) => ({ place, report })) : [];
  const pins = (pinned.data?.items ?? []).map((pin) => ({
    place: { organization: pin.organization.slug, project: pin.project.key },
    report: pin.report,
  }));
  const isNew = ({ report }: (typeof pins)[number]) => savedHere.every((one) => one.report.id !== report.id);
  const actions = [
    ...(sprint
      ? [actionOf('report sprint', `Sprint report: ${sprint.name}`, HERE, sprintReportPage(place, sprint.id))]
      : []),
    ...(enabled
      ? REPORT_TYPES.map((type) => actionOf(`report ${type}`, REPORT_TITLES[type], HERE, reportPage(place, type)))
      : []),
    ...[...savedHere, ...pins.filter(isNew)].map((one) =>
      actionOf(`saved ${one.report.id}`, one.report.name, SAVED, pageOf(one.place, one.report.id), one.place.project),
    ),
  ];
  return { actions };
}

const HERE = 'Reports';
const SAVED = 'Saved Sprint reports';
