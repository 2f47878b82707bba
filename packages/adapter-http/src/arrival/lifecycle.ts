import { Injectable } from '@nestjs/common';
import type { RequestEnd } from './request-end.js';

/** Knows the requests under way, and if the server is stopping. */
@Injectable()
export class Lifecycle {
  private readonly underWay = new Set<RequestEnd>();
  private readonly listeners = new Set<() => void>();
  private isStopping = false;

  get isDraining(): boolean {
    return this.isStopping;
  }

  requestBegan(end: RequestEnd): void {
    this.underWay.add(end);
    end.onEnd(() => this.underWay.delete(end));
  }

  /** From now on the server is not ready, and each response closes its connection. */
  stop(): void {
    this.isStopping = true;
    for (const listener of this.listeners) listener();
  }

  /** Calls the listener when the server begins to stop, or now when it has begun. Returns how to forget it. */
  onStop(listener: () => void): () => void {
    if (this.isStopping) listener();
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when every request that is under way now has ended. Later ones are served too, but not waited for. */
  drain(): Promise<void> {
    const earlier = new Set(this.underWay);
    return new Promise((settle) => {
      if (earlier.size === 0) settle();
      for (const end of [...earlier]) {
        end.onEnd(() => {
          earlier.delete(end);
          if (earlier.size === 0) settle();
        });
      }
    });
  }

  /** Ends every request that is under way: the connections are about to be closed. */
  cutAll(): void {
    for (const end of [...this.underWay]) end.cut();
  }
}
