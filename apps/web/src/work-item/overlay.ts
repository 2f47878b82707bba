import { signal } from '@preact/signals';

/** Layers over the records of Work Items until the server has decided about them, by the id of the Work Item. */
export class Overlay<Layer> {
  private readonly layers = signal<ReadonlyMap<string, Layer>>(new Map());

  get all(): ReadonlyMap<string, Layer> {
    return this.layers.value;
  }

  of(id: string): Layer | undefined {
    return this.layers.value.get(id);
  }

  /** Puts the layer over these Work Items; `undefined` takes theirs away. */
  put(ids: readonly string[], layer: Layer | undefined): void {
    const next = new Map(this.layers.peek());
    for (const id of ids) {
      if (layer === undefined) next.delete(id);
      else next.set(id, layer);
    }
    this.layers.value = next;
  }
}
