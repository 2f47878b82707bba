import { Injectable } from '@nestjs/common';

/** Whether the server is going, and which requests were under way when it was told so. */
@Injectable()
export class Lifecycle {
  private readonly underWay = new Set<string>();
  private earlier: Set<string> | undefined;
  private settle: (() => void) | undefined;

  get isDraining(): boolean {
    return this.earlier !== undefined;
  }

  requestBegan(id: string): void {
    this.underWay.add(id);
  }

  requestEnded(id: string): void {
    this.underWay.delete(id);
    if (this.earlier?.delete(id) && this.earlier.size === 0) this.settle?.();
  }

  /** Resolves when every request that is under way now has been answered. Later ones are answered too, but not waited for. */
  drain(): Promise<void> {
    const earlier = new Set(this.underWay);
    this.earlier = earlier;
    return new Promise((settle) => {
      this.settle = settle;
      if (earlier.size === 0) settle();
    });
  }
}
