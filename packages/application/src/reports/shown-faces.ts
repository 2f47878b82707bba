import type { FaceOf, WorkItemFace, WorkItemId } from '@worktrack/domain';

/** Reads the faces of Work Items of one Project, also of deleted ones. */
export type ReadFaces = (ids: readonly WorkItemId[]) => Promise<ReadonlyMap<WorkItemId, WorkItemFace>>;

/** The number of faces that are read at once. More would hold the event loop. */
const AT_ONCE = 500;

/** The faces of those Work Items of a report whose rows are shown: a page of them, or all for a file. */
export class ShownFaces {
  private readonly known = new Map<WorkItemId, WorkItemFace>();

  constructor(private readonly read: ReadFaces) {}

  /** Returns a face that was read. */
  readonly of: FaceOf = (id) => this.known.get(id);

  /** Reads the faces of these items. */
  async show(items: readonly { readonly id: WorkItemId }[]): Promise<void> {
    for (let begin = 0; begin < items.length; begin += AT_ONCE) {
      const faces = await this.read(items.slice(begin, begin + AT_ONCE).map(({ id }) => id));
      for (const [id, face] of faces) this.known.set(id, face);
    }
  }
}
