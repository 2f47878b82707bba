import { DomainError, type ProjectId } from '@worktrack/domain';
import type { ErrorCode, Refusal } from '../refusals.js';
import type { PublicWorkItemView } from '../work-item/work-item.views.js';

/** Outcome of one operation. A refusal tells of the Project too, if the operation came as far as one that may be seen. */
export type BulkOutcome =
  | { readonly refusal: Refusal; readonly projectId?: ProjectId }
  | { readonly workItem: PublicWorkItemView; readonly projectId: ProjectId };

/** Writes the outcome of the operation at `index` as it stands in the answer: JSON text. */
export type TellOutcome = (outcome: BulkOutcome, index: number) => string;

/** An outcome with its text in the answer. */
export type ToldOutcome = BulkOutcome & { readonly text: string };

/** How many bytes the results of a bulk request may have together (contract §5.6). */
export const MOST_BULK_BYTES = 8 * 1024 * 1024;

/** The results of one bulk request, written down while they come, and kept within `MOST_BULK_BYTES`. */
export class BulkAnswer {
  private readonly told = new Map<number, ToldOutcome>();
  private bytes = 0;

  constructor(private readonly tell: TellOutcome) {}

  /**
   * Adds the outcome of the operation at `index`. Throws `PAYLOAD_TOO_LARGE` for a Work Item with which the answer would be too long,
   * and has added that refusal instead. A refusal is always added: it is short, or as long as what the client sent.
   */
  add(outcome: BulkOutcome, index: number): void {
    const text = this.tell(outcome, index);
    const bytes = Buffer.byteLength(text, 'utf8');
    if ('workItem' in outcome && this.bytes + bytes > MOST_BULK_BYTES) {
      const refusal = new DomainError<ErrorCode>(
        'PAYLOAD_TOO_LARGE',
        'With this result the answer would pass 8 MiB: the operation was undone and can be sent alone.',
      );
      this.add({ refusal, projectId: outcome.projectId }, index);
      throw refusal;
    }
    this.bytes += bytes;
    this.told.set(index, { ...outcome, text });
  }

  /** The outcomes of `count` operations, in their order. Throws when one is missing. */
  outcomes(count: number): readonly ToldOutcome[] {
    return Array.from({ length: count }, (_, index) => {
      const outcome = this.told.get(index);
      if (!outcome) throw new Error('An operation has no outcome.');
      return outcome;
    });
  }
}
