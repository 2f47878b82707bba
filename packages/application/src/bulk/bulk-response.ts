import { DomainError, type ProjectId } from '@worktrack/domain';
import type { AnyErrorCode, Refusal } from '../shared/refusals.js';
import type { PublicWorkItemView } from '../work-item/work-item.views.js';

/** The outcome of one operation. A refusal has the Project too, if the operation got as far as a visible Project. */
export type BulkOutcome =
  | { readonly refusal: Refusal; readonly projectId?: ProjectId }
  | { readonly workItem: PublicWorkItemView; readonly projectId: ProjectId };

/** Converts the outcome of the operation at `index` to its JSON text in the response. */
export type RenderOutcome = (outcome: BulkOutcome, index: number) => string;

/** An outcome with its text in the response. */
export type RenderedOutcome = BulkOutcome & { readonly text: string };

/** The maximum size of all results of a bulk request together, in bytes (contract §5.6). */
export const MOST_BULK_BYTES = 8 * 1024 * 1024;

/** The results of one bulk request. They are converted to text as they arrive, and limited to `MOST_BULK_BYTES`. */
export class BulkResponse {
  private readonly rendered = new Map<number, RenderedOutcome>();
  private bytes = 0;

  constructor(private readonly render: RenderOutcome) {}

  /**
   * Adds the outcome of the operation at `index`. Throws `PAYLOAD_TOO_LARGE` for a Work Item that would make the response too long, after
   * it has added that refusal instead. A refusal is always added: it is short, or as long as the client's input.
   */
  add(outcome: BulkOutcome, index: number): void {
    const text = this.render(outcome, index);
    const bytes = Buffer.byteLength(text, 'utf8');
    if ('workItem' in outcome && this.bytes + bytes > MOST_BULK_BYTES) {
      const refusal = new DomainError<AnyErrorCode>(
        'PAYLOAD_TOO_LARGE',
        'With this result the answer would pass 8 MiB: the operation was undone and can be sent alone.',
      );
      this.add({ refusal, projectId: outcome.projectId }, index);
      throw refusal;
    }
    this.bytes += bytes;
    this.rendered.set(index, { ...outcome, text });
  }

  /** Returns the outcomes of `count` operations, in their order. Throws when one is missing. */
  outcomes(count: number): readonly RenderedOutcome[] {
    return Array.from({ length: count }, (_, index) => {
      const outcome = this.rendered.get(index);
      if (!outcome) throw new Error('An operation has no outcome.');
      return outcome;
    });
  }
}
