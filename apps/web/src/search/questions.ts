/** A question of the page about the query language, with an example query. */
export interface Question {
  readonly question: string;
  readonly query: string;
}

/** The twenty questions of `docs/squeakql.md`. */
export const QUESTIONS: readonly Question[] = [
  {
    question: 'What is on my plate, the most urgent first?',
    query: 'assignee = me() AND status != done ORDER BY priority DESC, due',
  },
  {
    question: 'What of mine is overdue?',
    query: 'assignee = me() AND overdue = TRUE ORDER BY due',
  },
  {
    question: 'What is due in the next seven days?',
    query: 'due >= today() AND due <= 7d AND status != done ORDER BY due',
  },
  {
    question: 'What in the active Sprint has nobody begun?',
    query: 'sprint = activeSprint() AND status < in_progress ORDER BY priority DESC',
  },
  {
    question: 'Which open bugs does nobody look after?',
    query: 'type = bug AND assignee IS NULL AND status != done ORDER BY created',
  },
  {
    question: 'What is most important in two Projects?',
    query: 'project IN (WEB, HAM) AND priority >= high AND status != done ORDER BY priority DESC, created',
  },
  {
    question: 'What is blocked by something that is not done?',
    query: 'blocked() AND status != done',
  },
  {
    question: 'What holds others up?',
    query: 'hasLink(blocks) AND status != done ORDER BY priority DESC',
  },
  {
    question: 'What did I report that is still open?',
    query: 'reporter = me() AND status != done',
  },
  {
    question: 'Where did I comment, and something changed within a week?',
    query: 'commentedBy(me()) AND updated > -7d',
  },
  {
    question: 'What has been in review for three days?',
    query: 'status = in_review AND NOT changed(status, -3d) ORDER BY updated',
  },
  {
    question: 'What was finished this week?',
    query: 'status = done AND changed(status, startOfWeek()) ORDER BY updated DESC',
  },
  {
    question: 'What was done once and is open again?',
    query: 'wasIn(done) AND status != done',
  },
  {
    question: 'What in this Sprint and the next ones is not estimated?',
    query: 'sprint IN (activeSprint(), futureSprints()) AND points IS NULL',
  },
  {
    question: 'Where is the login mentioned?',
    query: "text ~ 'login' AND status != done",
  },
  {
    question: 'What is open about security or privacy?',
    query: 'label IN (security, privacy) AND status != done ORDER BY priority DESC',
  },
  {
    question: 'How far are the children of a Work Item?',
    query: 'parent = WEB-1 ORDER BY status, key',
  },
  {
    question: 'Which stories belong to nothing larger?',
    query: 'project = WEB AND type = story AND parent IS NULL',
  },
  {
    question: 'What was put off, or into another Sprint, within two weeks?',
    query: '(changed(due, -2w) OR changed(sprint, -2w)) AND status != done',
  },
  {
    question: 'What has lain in the backlog for a quarter?',
    query: 'status = backlog AND updated < -90d ORDER BY updated',
  },
];

/** Stands for the keys of Projects in the questions. */
const EXAMPLE_KEYS = ['WEB', 'HAM'];

/** The query with the keys of these Projects in the place of those that are examples. */
export function withKeys(query: string, keys: readonly string[]): string {
  return EXAMPLE_KEYS.reduce(
    (text, example, index) => text.replace(new RegExp(`\\b${example}\\b`, 'g'), keys[index] ?? example),
    query,
  );
}
