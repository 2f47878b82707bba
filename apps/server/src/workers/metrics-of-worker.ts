import type { Metrics } from '../metrics/metrics.js';
import { isToWorker } from './messages.js';

/** Sends the metrics of this worker whenever the primary process collects them. Returns a function that ends this. */
export function sendCollectedMetrics(metrics: Metrics): () => void {
  const receive = (message: unknown): void => {
    if (!isToWorker(message) || message.worktrack !== 'collect') return;
    void metrics.asJson().then((values) => process.send?.({ worktrack: 'metrics', id: message.id, metrics: values }));
  };
  process.on('message', receive);
  return () => {
    process.off('message', receive);
  };
}
