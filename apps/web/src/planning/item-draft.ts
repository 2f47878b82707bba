import type { WorkItemStatus } from '@worktrack/domain';
import type { NewItemValues } from '../shell/open.js';
import { DEFAULT_WORDS, type Words } from '../work-item/fields.js';

/** The texts that were typed for a new Work Item; an empty text is nothing. */
export interface ItemDraft extends Words {
  readonly project: string;
  readonly title: string;
  readonly description: string;
  readonly status: WorkItemStatus;
  /** A public user id, and the name of the user where it was chosen here. */
  readonly assignee: string;
  readonly assigneeName: string;
  readonly sprint: string;
  readonly storyPoints: string;
  /** `2026-12-01` */
  readonly dueDay: string;
  readonly parent: { readonly key: string; readonly title: string } | null;
  readonly labels: readonly { readonly id: string; readonly name: string }[];
}

/** Sprint, parent and labels belong to one Project. */
export const NOTHING_OF_A_PROJECT = { sprint: '', parent: null, labels: [] } as const;

export const EMPTY_DRAFT: ItemDraft = {
  project: '',
  title: '',
  description: '',
  status: 'backlog',
  ...DEFAULT_WORDS,
  assignee: '',
  assigneeName: '',
  storyPoints: '',
  dueDay: '',
  ...NOTHING_OF_A_PROJECT,
};

/** The draft with the values of the place where the form is opened. A text that was left stays. */
export function begunWith(kept: ItemDraft, { title = '', ...values }: NewItemValues): ItemDraft {
  const { project = kept.project } = values;
  const own = project === kept.project ? kept : { ...kept, ...NOTHING_OF_A_PROJECT };
  return { ...own, ...values, project, title: isEmpty(kept) ? title : kept.title };
}

export const isEmpty = ({ title, description }: ItemDraft): boolean => title === '' && description === '';

const nameOf = (user: string, organization: string): string => `new-item ${user} ${organization}`;

/** The draft that this user left in an Organization. */
export function draftOf(user: string, organization: string): ItemDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(user, organization)) ?? '{}') as Partial<ItemDraft>;
    return { ...EMPTY_DRAFT, ...kept };
  } catch {
    // Nothing was kept, or the browser keeps nothing.
    return EMPTY_DRAFT;
  }
}

/** Keeps the draft; drops the one before when there is nothing to keep. */
export function keepDraft(user: string, organization: string, draft: ItemDraft | undefined): void {
  try {
    if (draft && !isEmpty(draft)) localStorage.setItem(nameOf(user, organization), JSON.stringify(draft));
    else localStorage.removeItem(nameOf(user, organization));
  } catch {
    // The browser keeps nothing: the draft lives as long as the dialog.
  }
}
