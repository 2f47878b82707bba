import type {
  AgeingWipReport,
  ControlChartReport,
  CreatedVsResolvedReport,
  CumulativeFlowReport,
  DistributionReport,
  EpicProgressReport,
  SprintReport,
  Status,
  VelocityReport,
} from '../src/index.js';

const DAY = 86_400_000;
const STATUSES: readonly Status[] = ['backlog', 'todo', 'in_progress', 'in_review', 'done'];

/** Numbers from 0 to below 1 that are equal in every run (Lehmer's generator). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

export const instantAt = (day: number) => new Date(Math.round((Date.UTC(2026, 8, 1) / DAY + day) * DAY)).toISOString();
export const dateAt = (day: number) => instantAt(day).slice(0, 10);

export function sprintReport(days = 14, { active = true } = {}): SprintReport {
  const random = chance(11);
  const committed = Math.max(40, days);
  let remaining = committed;
  const shown = active ? Math.ceil(days * 0.7) : days;
  const display = Array.from({ length: shown }, (_, day) => {
    if (day > 0 && random() < 0.7)
      remaining = Math.max(0, remaining - Math.floor(random() * ((committed * 2.4) / days)));
    return { date: dateAt(day), remaining, ideal: Math.round(committed * (1 - day / (days - 1))) };
  });
  return {
    sprint: {
      name: 'Sprint 12: checkout & payment',
      startDate: instantAt(0.4),
      endDate: instantAt(days - 1 + 0.7),
      reportEndAt: instantAt(shown - 1 + 0.5),
    },
    mode: active ? 'active' : 'completed',
    plannedScope: { itemCount: 17, points: committed },
    commitment: { available: true, itemCount: 17, points: committed },
    completion: {
      finalScope: { itemCount: 19, points: 46 },
      completed: { itemCount: 11, points: 27 },
      percentages: { finalScope: { itemPercent: 58, pointPercent: 59 } },
    },
    statuses: [
      { status: 'backlog', itemCount: 1, points: 3 },
      { status: 'todo', itemCount: 2, points: 5 },
      { status: 'in_progress', itemCount: 3, points: 8 },
      { status: 'in_review', itemCount: 2, points: 3 },
      { status: 'done', itemCount: 11, points: 27 },
    ],
    burndown: { available: true, display },
    limitations: [],
  };
}

export function velocityReport(sprints = 8): VelocityReport {
  const random = chance(5);
  const items: VelocityReport['items'][number][] = [];
  for (let index = 0; index < sprints; index += 1) {
    const committed = 24 + Math.floor(random() * 20);
    const completed = Math.floor(committed * (0.6 + random() * 0.5));
    const latest = [...items.slice(-2).map((row) => row.completed), completed];
    const rollingAverage = Math.round((latest.reduce((sum, value) => sum + value, 0) / latest.length) * 100) / 100;
    const sprint = { name: `Sprint ${index + 1}` };
    items.push({ sprint, completedAt: instantAt(index * 14), committed, completed, rollingAverage });
  }
  const velocity = { unit: 'points', window: 3, averageCommitted: 33.5, averageCompleted: 28.25 } as const;
  return { items, velocity, limitations: [] };
}

export function cumulativeFlowReport(days = 60): CumulativeFlowReport {
  const random = chance(7);
  const now: Record<Status, number> = { backlog: 40, todo: 8, in_progress: 4, in_review: 2, done: 3 };
  const move = (from: Status, to: Status, likelihood: number) => {
    if (random() >= likelihood || now[from] === 0) return;
    now[from] -= 1;
    now[to] += 1;
  };
  const items = Array.from({ length: days }, (_, day) => {
    for (let time = 0; time < 3; time += 1) {
      if (random() < 0.5) now.backlog += 1;
      move('backlog', 'todo', 0.55);
      move('todo', 'in_progress', 0.5);
      move('in_progress', 'in_review', 0.45);
      move('in_review', 'done', 0.42);
    }
    return { date: dateAt(day), ...now, total: STATUSES.reduce((sum, status) => sum + now[status], 0) };
  });
  return {
    items,
    cumulativeFlow: {
      unit: 'count',
      timeZone: 'Europe/Zurich',
      start: dateAt(0),
      end: dateAt(days - 1),
      averageWip: 8.4,
      averageLeadTimeDays: 7.25,
    },
    limitations: [],
  };
}

export function controlChartReport(finished = 140, days = 60): ControlChartReport {
  const random = chance(13);
  const taken: number[] = [];
  const items = Array.from({ length: finished }, (_, index) => {
    const value = Math.round((0.4 + 7 * random() ** 3 + (random() < 0.03 ? 12 : 0)) * 100) / 100;
    taken.push(value);
    const latest = taken.slice(-20);
    const mean = latest.reduce((sum, each) => sum + each, 0) / latest.length;
    const variance = latest.reduce((sum, each) => sum + (each - mean) ** 2, 0) / latest.length;
    return {
      workItem: { key: `WEB-${index + 1}`, title: `Work Item ${index + 1}` },
      completedAt: instantAt(((index + random()) * days) / finished),
      days: value,
      rollingMeanDays: Math.round(mean * 100) / 100,
      rollingStandardDeviationDays: Math.round(Math.sqrt(variance) * 100) / 100,
    };
  });
  return {
    items,
    parameters: { start: dateAt(0), end: dateAt(days - 1), timeZone: 'UTC', window: 20 },
    controlChart: {
      measure: 'cycle',
      cycleStartStatus: 'in_progress',
      sampleCount: finished,
      medianDays: 1.31,
      p85Days: 4.87,
    },
    limitations: [],
  };
}

const LIMITS = [3, 7, 14, 30];

export function ageingWipReport(open = 46): AgeingWipReport {
  const random = chance(17);
  const items = Array.from({ length: open }, (_, index) => {
    const ageDays = Math.floor(60 * random() ** 3);
    const limit = LIMITS.findIndex((days) => days >= ageDays);
    return {
      workItem: { key: `WEB-${index + 1}`, title: `Work Item ${index + 1}` },
      status: random() < 0.62 ? ('in_progress' as const) : ('in_review' as const),
      since: instantAt(60 - ageDays),
      ageDays,
      bucket: limit === -1 ? LIMITS.length : limit,
    };
  });
  const buckets = [...LIMITS, null].map((maxDays, index) => {
    const minDays = index === 0 ? 0 : (LIMITS[index - 1] ?? 0) + 1;
    const number = items.filter(({ bucket }) => bucket === index).length;
    return { label: maxDays === null ? `${minDays}+` : `${minDays}–${maxDays}`, minDays, maxDays, count: number };
  });
  const oldestDays = items.reduce((oldest, { ageDays }) => Math.max(oldest, ageDays), 0);
  return {
    items,
    ageingWip: { asOf: instantAt(60.5), total: open, oldestDays, medianDays: 6.5, buckets },
    limitations: [],
  };
}

export function createdVsResolvedReport(days = 60): CreatedVsResolvedReport {
  const random = chance(23);
  const openingOpen = 31;
  let cumulativeOpen = openingOpen;
  const items = Array.from({ length: days }, (_, day) => {
    const created = Math.floor(random() * 5);
    const resolved = Math.min(cumulativeOpen + created, Math.floor(random() * 5.4));
    const reopened = random() < 0.08 ? 1 : 0;
    const net = created - resolved + reopened;
    cumulativeOpen += net;
    return { start: dateAt(day), end: dateAt(day), created, resolved, reopened, net, cumulativeOpen };
  });
  const sum = (member: 'created' | 'resolved' | 'reopened') => items.reduce((total, row) => total + row[member], 0);
  return {
    items,
    createdVsResolved: {
      interval: 'day',
      timeZone: 'UTC',
      start: dateAt(0),
      end: dateAt(days - 1),
      openingOpen,
      created: sum('created'),
      resolved: sum('resolved'),
      reopened: sum('reopened'),
      closingOpen: cumulativeOpen,
    },
    limitations: [],
  };
}

export function distributionReport(groups = 9): DistributionReport {
  const random = chance(29);
  const names = [
    'Ada Lovelace',
    'Grace Hopper',
    'Łucja Żółkiewska',
    'Barbara Liskov',
    'Edsger W. Dijkstra',
    'Donald E. Knuth',
  ];
  const values = Array.from({ length: groups }, () => Math.floor(random() * 30)).sort((a, b) => b - a);
  const total = values.reduce((sum, value) => sum + value, 0);
  const items = values.map((value, index) => ({
    label: index === groups - 1 ? 'None' : (names[index] ?? `Person ${index + 1}`),
    value,
    percent: total === 0 ? null : Math.round((value * 100) / total),
  }));
  const distribution = { groupBy: 'assignee', unit: 'count', scope: 'open', total, groupsOverlap: false } as const;
  return { items, distribution, limitations: [] };
}

export function epicProgressReport(epics = 7): EpicProgressReport {
  const random = chance(31);
  const titles = [
    'Checkout that works without an account',
    'Invoices',
    'Search',
    'Migration of the old shop and all of its orders',
  ];
  const items = Array.from({ length: epics }, (_, index) => {
    const number = () => (index === 5 ? 0 : Math.floor(random() * 9));
    const statuses = { backlog: number(), todo: number(), in_progress: number(), in_review: number(), done: number() };
    const childCount = STATUSES.reduce((sum, status) => sum + statuses[status], 0);
    return {
      epic: { key: `WEB-${index + 1}`, title: titles[index % titles.length] ?? '' },
      targetDate: index % 3 === 1 ? null : instantAt(90 + index),
      childCount,
      completedCount: statuses.done,
      itemPercent: childCount === 0 ? null : Math.round((statuses.done * 100) / childCount),
      statuses,
    };
  });
  const sum = (member: 'childCount' | 'completedCount') => items.reduce((total, row) => total + row[member], 0);
  return {
    items,
    epicProgress: {
      epicCount: epics,
      completedEpicCount: 1,
      childCount: sum('childCount'),
      completedCount: sum('completedCount'),
    },
    limitations: [],
  };
}
