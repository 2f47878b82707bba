import { notifyManager, type QueryClient } from '@tanstack/preact-query';
import { allowedTargets } from '@worktrack/domain';
import { delivered, SignedOut } from '../api/delivery.js';
import { newIdempotencyKey } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { namesOfChangers, sendChange, sendLabel, type LabelChange } from './change-requests.js';
import { areEqual, FIELD_NAMES, wordsOf, type FieldName, type ItemLabel, type Values } from './fields.js';
import { Overlay } from './overlay.js';
import type { ChangeKind } from './undo.js';
import { itemKey, knownItem, patchItem, readItem, rereadListsOf, type ItemPlace, type SeenItem } from './work-item.js';

/** The ways in which changes speak to the user. */
export interface Voice {
  /** A change was made: only spoken, as it is seen in its place. */
  readonly announce: (text: string) => void;
  readonly notify: (text: string) => void;
  /** Something was not done; `action` does it all the same. */
  readonly warn: (text: string, action?: { readonly name: string; readonly run: () => void }) => void;
}

/** A change that was made, and the values before it. */
export interface Made {
  readonly organization: string;
  readonly item: SeenItem;
  readonly before: Partial<Values>;
  readonly kind: ChangeKind;
}

/** Two people have changed one field. */
export interface Conflict<Name extends FieldName = FieldName> {
  readonly field: Name;
  /** The value that the user changed. */
  readonly base: Values[Name];
  readonly mine: Values[Name];
  readonly theirs: Values[Name];
  /** The name of the person who changed it meanwhile. */
  readonly by: string;
  /** The Work Item as it is now. */
  readonly item: SeenItem;
}

export type Conflicts = { readonly [Name in FieldName]?: Conflict<Name> };

/**
 * `made`: the server has the value. `conflict`: somebody else changed the field meanwhile, and the user is asked. `refused`: the server
 * refuses it, for the reason in `error`.
 */
export type Outcome =
  | { readonly kind: 'made' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly error: unknown };

interface Change {
  readonly place: ItemPlace;
  readonly id: string;
  /** The Work Item as the user saw it when the change was made. */
  readonly seen: SeenItem;
  readonly base: Partial<Values>;
  readonly mine: Partial<Values>;
  /** The one label that is attached or detached, where the change is about labels. */
  readonly label?: LabelChange;
  /** The caller shows the reason of a refusal itself. */
  readonly isQuiet: boolean;
  readonly kind: ChangeKind;
  readonly rebase: Rebase | undefined;
}

/**
 * Makes the user's change again, of a value that somebody else changed meanwhile. Throws an `Error` that says why it cannot. The user need not be
 * asked then.
 */
type Rebase = (now: SeenItem) => Partial<Values>;

interface SetOptions {
  readonly isQuiet?: boolean;
  readonly kind?: ChangeKind;
  readonly rebase?: Rebase;
}

const NOTHING: Conflicts = {};
/** A Work Item that others change faster than that is left to them. */
const MOST_ATTEMPTS = 8;

/**
 * The changes of Work Items. A change is seen immediately: it lies over the cache, which holds only what the server said. Changes of one
 * Work Item are sent one after the other, each with the newest revision of its values; without a connection they wait.
 *
 * When somebody else has changed the Work Item meanwhile (412), it is read again. Fields that they left alone are sent once more; a field
 * that both changed is a conflict, which the user decides.
 */
export class WorkItemChanges {
  private readonly conflicting = new Overlay<Conflicts>();
  private readonly queues = new Map<string, readonly Change[]>();
  private readonly tails = new Map<string, Promise<unknown>>();
  private readonly presenters = new Map<string, number>();
  /** Moves to a status that began with one which was not reached. */
  private readonly groundless = new WeakSet<Change>();

  constructor(
    private readonly cache: QueryClient,
    private readonly voice: Voice,
    /** Is called after each change that was made. */
    private readonly onMade: (made: Made) => void = () => undefined,
    /** The values that are not made yet, by the id of the Work Item. */
    private readonly overlay = new Overlay<Partial<Values>>(),
  ) {}

  /** The Work Item with the changes that are under way. */
  over<Item extends SeenItem>(item: Item): Item {
    const values = this.overlay.of(item.id);
    return values ? { ...item, ...values } : item;
  }

  /** The values that are under way, of all Work Items by id. */
  get underWay(): ReadonlyMap<string, Partial<Values>> {
    return this.overlay.all;
  }

  conflictsOf(id: string): Conflicts {
    return this.conflicting.of(id) ?? NOTHING;
  }

  /** Conflicts of this Work Item are shown in place until the returned function is called; elsewhere a notice asks. */
  present(id: string): () => void {
    const count = (by: number) => this.presenters.set(id, (this.presenters.get(id) ?? 0) + by);
    count(1);
    return () => {
      count(-1);
    };
  }

  /** Changes values of a Work Item that the user sees as `seen`. Never rejects. */
  async set(organization: string, seen: SeenItem, values: Partial<Values>, options: SetOptions = {}): Promise<Outcome> {
    const shown = this.over(seen);
    const changed = namesIn(values).filter((name) => !isAlready(name, shown, values));
    const outcomes = await Promise.all(
      partsOf(changed, shown, values).map((part) =>
        this.enqueue({
          place: { organization, key: seen.key },
          id: seen.id,
          seen,
          isQuiet: options.isQuiet ?? false,
          kind: options.kind ?? 'new',
          rebase: options.rebase,
          ...part,
        }),
      ),
    );
    return outcomes.find(({ kind }) => kind !== 'made') ?? { kind: 'made' };
  }

  /** Leaves the value of the other user. */
  keepTheirs(id: string, field: FieldName): void {
    this.setConflicts(id, without(this.conflictsOf(id), field));
  }

  /** Sets the user's own value, or one that joins both, over that of the other user. */
  useMine<Name extends FieldName>(organization: string, conflict: Conflict<Name>, value = conflict.mine) {
    this.keepTheirs(conflict.item.id, conflict.field);
    return this.set(organization, conflict.item, { [conflict.field]: value });
  }

  /** Runs `task` when the changes of the Work Item before it have ended. */
  serially<T>(id: string, task: () => Promise<T>): Promise<T> {
    const done = (this.tails.get(id) ?? Promise.resolve()).then(task);
    const tail = done.catch(() => undefined);
    this.tails.set(id, tail);
    void tail.then(() => {
      if (this.tails.get(id) === tail) this.tails.delete(id);
    });
    return done;
  }

  private async enqueue(change: Change): Promise<Outcome> {
    this.setQueue(change.id, [...(this.queues.get(change.id) ?? []), change]);
    const outcome = await this.serially(change.id, () => this.make(change));
    return outcome;
  }

  private async make(change: Change): Promise<Outcome> {
    try {
      if (this.groundless.has(change)) return { kind: 'conflict' };
      const outcome = await this.made(change);
      if (outcome.kind === 'conflict') this.dropMovesAfter(change);
      return outcome;
    } catch (error) {
      this.dropMovesAfter(change);
      if (!(error instanceof SignedOut) && !change.isQuiet) this.explain(change, error);
      return { kind: 'refused', error };
    } finally {
      this.finish(change);
    }
  }

  /** A move that was not made takes those along that the user made from there: they lead from a status that is not reached. */
  private dropMovesAfter(change: Change): void {
    if (change.mine.status === undefined) return;
    const queue = this.queues.get(change.id) ?? [];
    for (const later of queue.slice(queue.indexOf(change) + 1)) {
      if (later.mine.status !== undefined) this.groundless.add(later);
    }
  }

  private async made(change: Change): Promise<Outcome> {
    const { place, id, seen, label } = change;
    let { mine } = change;
    let changers: string | undefined;
    let hasConflict = false;
    for (let attempt = 1; ; attempt += 1) {
      const names = namesIn(mine);
      const known = knownItem(this.cache, id, names) ?? seen;
      let disputed = names.filter((name) => isDisputed(name, change.base, mine, known));
      if (disputed.length > 0 && change.rebase) {
        mine = change.rebase(known);
        disputed = [];
      }
      if (disputed.length > 0) {
        this.dispute(change, disputed, known, changers ?? (await this.changersSince(place, seen)));
        hasConflict = true;
      }
      const isDone = (name: FieldName) => (label ? isSo(label, known) : isAlready(name, known, mine));
      mine = only(
        names.filter((name) => !disputed.includes(name) && !isDone(name)),
        mine,
      );
      if (namesIn(mine).length === 0) break;
      const idempotencyKey = newIdempotencyKey();
      const saved = await this.attempt(() =>
        label ? sendLabel(place, known, label, idempotencyKey) : sendChange(place, known, mine, idempotencyKey),
      );
      if (saved) {
        patchItem(this.cache, place.organization, saved, mine);
        void this.cache.invalidateQueries({ queryKey: [...itemKey(place), 'activity'] });
        this.confirm(change, mine, changers);
        const before = only(namesIn(mine), change.base);
        // Undo would take away the changes of others that it was joined with.
        if (!change.rebase) this.onMade({ organization: place.organization, item: saved, before, kind: change.kind });
        break;
      }
      if (attempt === MOST_ATTEMPTS) throw new Error('Others change it faster than it can be saved.');
      changers ??= await this.changersSince(place, known);
      patchItem(this.cache, place.organization, await delivered(() => readItem(place)));
    }
    return { kind: hasConflict ? 'conflict' : 'made' };
  }

  /** Returns `undefined` when the Work Item has another revision. */
  private async attempt(send: () => Promise<SeenItem>): Promise<SeenItem | undefined> {
    try {
      return await delivered(send);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'REVISION_CONFLICT') return undefined;
      throw error;
    }
  }

  private changersSince(place: ItemPlace, { updatedAt }: SeenItem): Promise<string> {
    return namesOfChangers(place, updatedAt).catch(() => 'somebody else');
  }

  private confirm({ place }: Change, mine: Partial<Values>, changers: string | undefined): void {
    const names = namesIn(mine);
    if (changers === undefined) {
      this.voice.announce(names.map((name) => `${presentValueText(place, name, mine)}.`).join(' '));
      return;
    }
    const fields = names.map((name) => FIELD_NAMES[name]).join(', ');
    const saved = mine.status === undefined ? `${place.key}: ${fields} saved` : presentValueText(place, 'status', mine);
    this.voice.notify(`${saved}, together with a change by ${changers}.`);
  }

  private dispute(change: Change, disputed: readonly FieldName[], item: SeenItem, by: string): void {
    const { id, place, base, mine } = change;
    const conflicts = disputed.map((field) => [
      field,
      { field, base: base[field], mine: mine[field], theirs: item[field], by, item },
    ]);
    this.setConflicts(id, { ...this.conflictsOf(id), ...(Object.fromEntries(conflicts) as Conflicts) });
    if ((this.presenters.get(id) ?? 0) > 0) return;
    for (const field of disputed) this.ask(place, this.conflictsOf(id)[field]);
  }

  /** Asks by a notice, where the Work Item is not open. */
  private ask({ organization, key }: ItemPlace, conflict: Conflict | undefined): void {
    if (!conflict) return;
    const { field, mine, theirs, by, item } = conflict;
    const changed = `${key} was changed by ${by} meanwhile`;
    const [wanted, present] = [wordsOf(organization, field, mine), wordsOf(organization, field, theirs)];
    const run = () => void this.useMine(organization, conflict);
    this.keepTheirs(item.id, field);
    if (field !== 'status') {
      const now = `${changed}: ${FIELD_NAMES[field]} is ${present} now.`;
      this.voice.warn(now, { name: `Set to ${wanted} anyway`, run });
      return;
    }
    const now = `${changed} and is ${present} now.`;
    const targets = item.status === undefined ? [] : allowedTargets(item.status, false);
    if (targets.some((target) => target === mine)) {
      this.voice.warn(now, { name: `Move to ${wanted} anyway`, run });
      return;
    }
    const names = targets.map((target) => wordsOf(organization, 'status', target)).join(', ');
    this.voice.warn(`${now} It cannot move to ${wanted}. It can move to: ${names}.`);
  }

  private explain({ place, id, mine }: Change, error: unknown): void {
    const fields = namesIn(mine).map((name) => FIELD_NAMES[name]);
    const failed = mine.status === undefined ? `: ${fields.join(', ')} not saved.` : ' was not moved.';
    this.voice.warn(`${place.key}${failed} ${reasonOf(error)}`);
    // The Work Item is another one than the page shows.
    if (error instanceof Refusal && [404, 409].includes(error.status)) {
      void this.cache.invalidateQueries({ queryKey: itemKey(place) });
      rereadListsOf(this.cache, id);
    }
  }

  /** Takes effect after the screen has received the last change of the cache: no value is seen as it was before. */
  private finish(change: Change): void {
    notifyManager.schedule(() => {
      this.setQueue(
        change.id,
        (this.queues.get(change.id) ?? []).filter((one) => one !== change),
      );
    });
  }

  private setQueue(id: string, queue: readonly Change[]): void {
    if (queue.length === 0) {
      this.queues.delete(id);
      this.overlay.put([id], undefined);
    } else {
      this.queues.set(id, queue);
      this.overlay.put([id], Object.assign({}, ...queue.map(({ mine }) => mine)) as Partial<Values>);
    }
  }

  private setConflicts(id: string, conflicts: Conflicts): void {
    this.conflicting.put([id], Object.keys(conflicts).length === 0 ? undefined : conflicts);
  }
}

const namesIn = (values: Partial<Values>) => Object.keys(values) as readonly FieldName[];

const only = (names: readonly FieldName[], values: Partial<Values>): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const without = (conflicts: Conflicts, field: FieldName): Conflicts =>
  Object.fromEntries(Object.entries(conflicts).filter(([name]) => name !== field));

type Part = Pick<Change, 'base' | 'mine' | 'label'>;

/** The changes that the server takes in one request each: the status, each label, and all other values together. */
function partsOf(names: readonly FieldName[], shown: Partial<Values>, values: Partial<Values>): readonly Part[] {
  const part = (some: readonly FieldName[]): Part => ({ base: only(some, shown), mine: only(some, values) });
  const together = names.filter((name) => name !== 'status' && name !== 'labels');
  return [
    ...(together.length > 0 ? [part(together)] : []),
    ...(names.includes('status') ? [part(['status'])] : []),
    ...(names.includes('labels') ? labelParts(shown.labels ?? [], values.labels ?? []) : []),
  ];
}

function labelParts(before: readonly ItemLabel[], after: readonly ItemLabel[]): readonly Part[] {
  const isIn = (labels: readonly ItemLabel[], { id }: ItemLabel) => labels.some((one) => one.id === id);
  const changes: readonly LabelChange[] = [
    ...after.filter((one) => !isIn(before, one)).map((label) => ({ label, isAttached: true })),
    ...before.filter((one) => !isIn(after, one)).map((label) => ({ label, isAttached: false })),
  ];
  let labels = before;
  return changes.map((change) => {
    const base = { labels };
    labels = change.isAttached ? [...labels, change.label] : labels.filter(({ id }) => id !== change.label.id);
    return { base, mine: { labels }, label: change };
  });
}

const isSo = ({ label, isAttached }: LabelChange, { labels = [] }: Partial<Values>): boolean =>
  labels.some(({ id }) => id === label.id) === isAttached;

const isAlready = (name: FieldName, item: Partial<Values>, values: Partial<Values>): boolean =>
  name in item && areEqual(name, item[name] as never, values[name] as never);

/** Somebody else gave the field a value that is neither the one before nor the user's. Labels are attached one by one, so they join. */
function isDisputed(name: FieldName, base: Partial<Values>, mine: Partial<Values>, now: Partial<Values>): boolean {
  if (name === 'labels' || !(name in base) || !(name in now)) return false;
  return !isAlready(name, now, base) && !isAlready(name, now, mine);
}

/** Describes the current value of a field of the Work Item, as a sentence without its end. */
function presentValueText({ organization, key }: ItemPlace, name: FieldName, values: Partial<Values>): string {
  if (name === 'description') return `${key}: Description saved`;
  const value = wordsOf(organization, name, values[name] as never);
  return name === 'status' ? `${key} is ${value} now` : `${key}: ${FIELD_NAMES[name]} is ${value} now`;
}

/** One sentence about a refusal: that of the field, where the server names one. */
export function reasonOf(error: unknown): string {
  const sentences = error instanceof Refusal ? Object.values(error.fieldErrors).flat() : [];
  if (sentences[0] !== undefined) return sentences[0];
  if (error instanceof Refusal && error.code === 'NOT_FOUND') return 'It does not exist any more.';
  return error instanceof Refusal || error instanceof TypeError ? sentenceOf(error) : (error as Error).message;
}
