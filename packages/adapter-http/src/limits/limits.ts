import { KeyedSemaphore } from '@worktrack/application';
import type { AllBounds } from './bounds.js';

/** The semaphores of this process, one for each resource that is shared out. */
export class Limits {
  readonly sockets: KeyedSemaphore;
  readonly turns: KeyedSemaphore;
  readonly smallBodies: KeyedSemaphore;
  readonly largeBodies: KeyedSemaphore;
  /** Slots to work on the database; the connections of clients are `sockets`. */
  readonly connections: KeyedSemaphore;
  readonly visitors: KeyedSemaphore;
  readonly searches: KeyedSemaphore;
  readonly reports: KeyedSemaphore;
  readonly uploads: KeyedSemaphore;
  readonly uploadBytes: KeyedSemaphore;
  readonly downloads: KeyedSemaphore;
  readonly exports: KeyedSemaphore;
  readonly streams: KeyedSemaphore;
  readonly pictures: KeyedSemaphore;
  readonly passwords: KeyedSemaphore;

  constructor(bounds: AllBounds) {
    this.sockets = new KeyedSemaphore(bounds.sockets);
    this.turns = new KeyedSemaphore(bounds.turns);
    this.smallBodies = new KeyedSemaphore(bounds.smallBodies);
    this.largeBodies = new KeyedSemaphore(bounds.largeBodies);
    this.connections = new KeyedSemaphore(bounds.connections);
    this.visitors = new KeyedSemaphore(bounds.visitors);
    this.searches = new KeyedSemaphore(bounds.searches);
    this.reports = new KeyedSemaphore(bounds.reports);
    this.uploads = new KeyedSemaphore(bounds.uploads);
    this.uploadBytes = new KeyedSemaphore(bounds.uploadBytes);
    this.downloads = new KeyedSemaphore(bounds.downloads);
    this.exports = new KeyedSemaphore(bounds.exports);
    this.streams = new KeyedSemaphore(bounds.streams);
    this.pictures = new KeyedSemaphore(bounds.pictures);
    this.passwords = new KeyedSemaphore(bounds.passwords);
  }

  /** The number of requests that wait for a slot to work on the database. */
  get waitingForWork(): number {
    const { connections, visitors, searches, reports } = this;
    return connections.waitingCount + visitors.waitingCount + searches.waitingCount + reports.waitingCount;
  }
}
