import { signal } from '@preact/signals';
import { notifyManager, type QueryClient } from '@tanstack/preact-query';
import { legalTargets, type WorkItemStatus } from '@worktrack/domain';
import { attempted, changeOptions, newIdempotencyKey } from '../api/change.js';
import { answerOf, api, revisionTag } from '../api/client.js';
import { delivered, SignedOut } from '../api/delivery.js';
import { Refusal, sentenceOf, type RefusalCode } from '../api/refusal.js';
import { itemChanges } from '../work-item/item-changes.js';
import { rememberChange } from '../work-item/undo.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { withStatuses } from './arrange.js';
import { cardsKey, type Card, type CardList, type ProjectPlace } from './cards.js';

/** The ways in which moves speak to the user. */
export interface Voice {
  /** A change was made: only spoken, as it is seen on the board. */
  readonly announce: (text: string) => void;
  readonly notify: (text: string) => void;
  /** Something was not done; `action` does it all the same. */
  readonly warn: (text: string, action?: { readonly name: string; readonly run: () => void }) => void;
}

interface Move {
  readonly key: string;
  readonly from: WorkItemStatus;
  readonly to: WorkItemStatus;
}

type Sent = Move & {
  /** The revision that the move is of; `undefined` before the first attempt. */
  expected: number | undefined;
};

/** The members of a Work Item that a move changes. */
type Current = Pick<Card, 'status' | 'revision'>;

interface Made {
  readonly item: Current;
  readonly isMerged: boolean;
}

/** Refusals after which the Work Item is another one than the board shows. */
const IS_ABOUT_THE_ITEM: ReadonlySet<RefusalCode> = new Set([
  'REVISION_CONFLICT',
  'INVALID_STATUS_TRANSITION',
  'NOT_FOUND',
  'WORK_ITEM_ARCHIVED',
]);

const namesOf = (statuses: readonly WorkItemStatus[]): string =>
  statuses.map((status) => STATUS_NAMES[status]).join(', ');

/** An earlier move of the card was not made, so this one has lost its ground. */
class Overtaken extends Error {}

/**
 * The moves of cards. A move is shown at once and sent with the revision that the board knows; moves of one card are sent one after the
 * other. The cache holds only what the server said: what is under way lies over it, and a refusal takes it away again.
 */
export class Moves {
  /** The statuses that cards are moving to, by key. */
  readonly underWay = signal<ReadonlyMap<string, WorkItemStatus>>(new Map());
  private readonly waiting = new Map<string, readonly WorkItemStatus[]>();

  constructor(
    private readonly cache: QueryClient,
    private readonly place: ProjectPlace,
    private readonly voice: Voice,
  ) {}

  /** Moves a card from the status that it shows. A move that the state machine does not know is said, and not sent. */
  move({ key, status: from }: Pick<Card, 'key' | 'status'>, to: WorkItemStatus): void {
    if (from === to) return;
    if (!legalTargets(from, false).includes(to)) {
      this.voice.announce(`${key} cannot move from ${STATUS_NAMES[from]} to ${STATUS_NAMES[to]}.`);
      return;
    }
    this.setWaiting(key, [...(this.waiting.get(key) ?? []), to]);
    void this.send({ key, from, to });
  }

  private async send(move: Move): Promise<void> {
    const { key, to } = move;
    const mutation = this.cache.getMutationCache().build(this.cache, {
      ...changeOptions((sent: Sent, idempotencyKey) => this.made(sent, idempotencyKey)),
      onSuccess: ({ item }: Made) => {
        this.patch(key, item);
      },
    });
    try {
      const { isMerged } = await this.inOrder(key, () => mutation.execute(attempted({ ...move, expected: undefined })));
      this.finish(key);
      if (isMerged) this.voice.notify(`${key} is ${STATUS_NAMES[to]} now, together with a change by somebody else.`);
      else this.voice.announce(`${key} is ${STATUS_NAMES[to]} now.`);
      this.remember(move);
    } catch (error) {
      const isSilent = error instanceof Overtaken || error instanceof SignedOut;
      if (!isSilent) await this.explain(move, error);
      // The moves that build on this one are not made either.
      this.abandon(key);
    }
  }

  private remember({ key, from, to }: Move): void {
    rememberChange({
      name: `${key} to ${STATUS_NAMES[to]}`,
      undo: () => {
        const status = this.known(key)?.status ?? to;
        const targets = legalTargets(status, false);
        if (targets.includes(from)) this.move({ key, status }, from);
        return targets.includes(from) || status === from
          ? undefined
          : `${key} is ${STATUS_NAMES[status]} and cannot go back to ${STATUS_NAMES[from]}. It can move to: ${namesOf(targets)}.`;
      },
    });
  }

  /** Runs the task after all changes of the Work Item that were made before. */
  private inOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
    return itemChanges.serially(this.known(key)?.id ?? key, task);
  }

  /** Makes the move. Where somebody else changed the Work Item but left its status alone, it is made on top of their change. */
  private async made(move: Sent, idempotencyKey: string): Promise<Made> {
    const known = this.known(move.key);
    if (known && known.status !== move.from) throw new Overtaken();
    // All attempts are of one revision, as they have one key.
    move.expected ??= known?.revision ?? 0;
    try {
      return { item: await this.transition(move, move.expected, idempotencyKey), isMerged: false };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'REVISION_CONFLICT')) throw error;
      const theirs = await delivered(() => this.read(move.key));
      if (theirs.status === move.to) return { item: theirs, isMerged: true };
      if (theirs.status !== move.from || theirs.archivedAt !== null) throw error;
      return { item: await this.transition(move, theirs.revision, newIdempotencyKey()), isMerged: true };
    }
  }

  private async explain({ key, to }: Move, error: unknown): Promise<void> {
    const { warn } = this.voice;
    if (!(error instanceof Refusal && IS_ABOUT_THE_ITEM.has(error.code))) {
      warn(`${key} was not moved. ${sentenceOf(error)}`);
      return;
    }
    const theirs = await this.read(key).catch(() => undefined);
    if (theirs?.archivedAt !== null) {
      this.remove(key);
      warn(`${key} was not moved: it ${theirs ? 'is archived' : 'does not exist any more'}.`);
      return;
    }
    this.patch(key, theirs);
    const now = STATUS_NAMES[theirs.status];
    const targets = legalTargets(theirs.status, false);
    if (targets.includes(to)) {
      warn(`${key} was changed by somebody else meanwhile and is ${now} now.`, {
        name: `Move to ${STATUS_NAMES[to]} all the same`,
        run: () => {
          this.move({ key, status: theirs.status }, to);
        },
      });
    } else {
      warn(`${key} is ${now} now and cannot move to ${STATUS_NAMES[to]}. It can move to: ${namesOf(targets)}.`);
    }
  }

  /** Sends the move until the server has decided about it: a server that is away for a while loses none. */
  private transition({ key, to }: Move, expected: number, idempotencyKey: string) {
    return delivered(() =>
      answerOf(
        api.POST(
          '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/transitions',
          {
            params: {
              path: this.path(key),
              header: { 'If-Match': revisionTag('wi', expected), 'Idempotency-Key': idempotencyKey },
            },
            body: { targetStatus: to },
          },
        ),
      ),
    );
  }

  private read(key: string) {
    return answerOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}', {
        params: { path: this.path(key) },
      }),
    );
  }

  private path(key: string) {
    const { organization, project } = this.place;
    return { organizationSlug: organization, projectKey: project, workItemKey: key };
  }

  /** The card as the server said it last. */
  private known(key: string): Card | undefined {
    for (const [, list] of this.cache.getQueriesData<CardList>({ queryKey: cardsKey(this.place) })) {
      const card = list?.items.find((one) => one.key === key);
      if (card) return card;
    }
    return undefined;
  }

  private patch(key: string, { status, revision }: Current): void {
    this.change((items) =>
      withStatuses(items, new Map([[key, status]])).map((card) => (card.key === key ? { ...card, revision } : card)),
    );
  }

  private remove(key: string): void {
    this.change((items) => items.filter((card) => card.key !== key));
  }

  private change(by: (items: readonly Card[]) => readonly Card[]): void {
    const queryKey = cardsKey(this.place);
    this.cache.setQueriesData<CardList>({ queryKey }, (list) => list && { ...list, items: by(list.items) });
    // An answer that is on its way is older than this change: it is asked for again.
    if (this.cache.isFetching({ queryKey }) > 0) void this.cache.invalidateQueries({ queryKey });
  }

  // Both take effect after the screen has heard of the last change of the cache: no card is seen where it was before.

  private finish(key: string): void {
    notifyManager.schedule(() => {
      this.setWaiting(key, (this.waiting.get(key) ?? []).slice(1));
    });
  }

  private abandon(key: string): void {
    notifyManager.schedule(() => {
      this.setWaiting(key, []);
    });
  }

  private setWaiting(key: string, targets: readonly WorkItemStatus[]): void {
    const underWay = new Map(this.underWay.peek());
    const last = targets.at(-1);
    if (last === undefined) {
      this.waiting.delete(key);
      underWay.delete(key);
    } else {
      this.waiting.set(key, targets);
      underWay.set(key, last);
    }
    this.underWay.value = underWay;
  }
}
