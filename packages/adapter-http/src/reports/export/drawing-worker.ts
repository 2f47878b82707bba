import { parentPort } from 'node:worker_threads';
import type { DrawingOrder, DrawingResult } from './drawings.js';
import { svgOf } from './svg-of.js';

/** The thread of the drawings: it makes one after the other. */
parentPort?.on('message', ({ id, kind, report, request }: DrawingOrder) => {
  parentPort?.postMessage(resultOf(id, () => svgOf(kind, report, request)));
});

function resultOf(id: number, draw: () => ReturnType<typeof svgOf>): DrawingResult {
  try {
    return { id, drawing: draw() };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
