import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DrawingRequest, DrawnKind, WrittenDrawing } from './svg-of.js';

/** A report to draw. */
export interface DrawingOrder {
  readonly id: number;
  readonly kind: DrawnKind;
  /** The report as JSON. */
  readonly report: string;
  readonly request: DrawingRequest;
}

export type DrawingResult =
  | { readonly id: number; readonly drawing: WrittenDrawing }
  | { readonly id: number; readonly error: Error };

interface Waiting {
  readonly resolve: (drawing: WrittenDrawing) => void;
  readonly reject: (error: Error) => void;
}

/** Megabytes of the thread's heap. The largest drawing needs less than a tenth of it. */
const HEAP = 256;

/**
 * Draws reports in a thread of its own, because a drawing of thousands of rows would hold the event loop for a tenth of a second. The
 * thread starts with the first drawing, and again after a fault.
 */
@Injectable()
export class Drawings implements OnModuleDestroy {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** Draws a report, given as JSON. */
  draw(kind: DrawnKind, report: string, request: DrawingRequest): Promise<WrittenDrawing> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      const order: DrawingOrder = { id, kind, report, request };
      this.started().postMessage(order);
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(path.join(__dirname, 'drawing-worker.js'), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    worker.unref();
    worker.on('message', (result: DrawingResult) => {
      this.settle(result);
    });
    worker.on('error', (error: unknown) => {
      this.failAll(worker, error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      this.failAll(worker, new Error('The thread of the drawings has ended.'));
    });
    this.worker = worker;
    return worker;
  }

  private settle(result: DrawingResult): void {
    const waiting = this.waiting.get(result.id);
    this.waiting.delete(result.id);
    if ('error' in result) waiting?.reject(result.error);
    else waiting?.resolve(result.drawing);
  }

  private failAll(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
