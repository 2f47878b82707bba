import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Release } from '@worktrack/application';
import { cutRequestsOf } from '../arrival/request-end.js';
import type { ConnectionLimits } from './limits.js';
import { firstPieceOf } from './pieces.js';

/** A request that the parser has read, with its response and handler. */
interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: RequestListener;
}

/** Bytes that Node still reads from a paused connection. */
const NODES_OWN = 65_536;

/** The bounds and the counts that all connections of the process share. */
export interface SharedByConnections {
  readonly limits: ConnectionLimits;
  /** True when so many requests have begun in this turn of the event loop that a further one has to wait for a later one. */
  readonly isTurnFull: boolean;
  /** Counts a request that begins in this turn of the event loop. */
  beginsInTurn(connection: Connection): void;
  /** Calls `work` in a later turn, in which it can begin one request. Returns a function that forgets it. */
  inLaterTurn(connection: Connection, work: () => void): Release;
  /** Counts `bytes` received by a connection that no request has taken over, in place of those counted before. Can cut a connection. */
  receives(connection: Connection, bytes: number): void;
  /** Counts the unsent bytes of a connection whose response is complete. Can cut connections. */
  sends(connection: Connection): void;
  /** Ends the count of `sends`: the response has left, or never will. */
  sent(connection: Connection): void;
  /** Ends all counts of a closed connection. */
  forget(connection: Connection): void;
}

/**
 * One connection of a client. Its requests are served one after the other: the next one is not even read before the response to the
 * one before has left. So a client that reads no response is asked for nothing more, and what it sent waits as bytes.
 *
 * Node reads requests from the `data` events of a socket. This class stands in between and hands on one small piece after the other.
 */
export class Connection {
  private readonly parse: (bytes: Buffer) => void;
  /** Received bytes that the parser has not got yet. */
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  /** Requests that were read in one piece with the current one. */
  private readonly waiting: PendingRequest[] = [];
  /** The request that is being served. */
  private current: ServerResponse | undefined;
  /** The last request that was read: its body can still be arriving. */
  private last: IncomingMessage | undefined;
  /** Bytes of a head that has not ended yet. */
  private headBytes = 0;
  /** True while this class has paused the socket; Node might have paused it too. */
  private isHeld = false;
  /** True when no further request is read. */
  private isEnding = false;
  private discarded = 0;
  private shutdownTimer: NodeJS.Timeout | undefined;
  /** Forgets the later turn that this connection waits for. */
  private forgetTurn: Release | undefined;

  /** Bytes of the current response, from when it is complete until it has left. */
  unsent = 0;
  /** Bytes of this connection that no request has taken over. */
  received = 0;
  /** The time, by `performance.now()`, at which the client last took bytes of its response. */
  progressAt = 0;
  /** The user of the current response, or the network of a visitor. */
  owner: string;
  private taken = 0;
  private spanTaken = 0;
  private spanEnd = 0;

  constructor(
    private readonly socket: Socket,
    readonly network: string,
    private readonly connections: SharedByConnections,
  ) {
    this.owner = network;
    // Listen for the connection's whole life: Node removes its own listeners at CONNECT, and an unhandled error event ends the process.
    socket.on('error', () => undefined);
    const [parse] = socket.listeners('data');
    if (!parse) throw new Error('Node does not read requests from the data events of a socket.');
    this.parse = parse as (bytes: Buffer) => void;
    socket.removeListener('data', this.parse);
    socket.on('data', (bytes: Buffer) => {
      this.receive(bytes);
    });
    socket.on('resume', () => {
      if (!this.isHeld) this.work(false);
      else if (!this.isEnding) socket.pause();
    });
    // After the client has ended its side, only the response under way is still sent.
    socket.once('end', () => {
      this.dropRequests();
      if (!this.current) this.end('');
    });
    socket.once('close', () => {
      this.dropRequests();
      clearTimeout(this.shutdownTimer);
      this.unsent = 0;
      this.connections.forget(this);
    });
  }

  /** True when no request is being served or waiting, and the connection is not ending. */
  get isIdle(): boolean {
    return !this.current && this.waiting.length === 0 && !this.isEnding;
  }

  /** Closes the connection immediately, because of a limit or the end of the server. */
  cut(): void {
    this.dropRequests();
    cutRequestsOf(this.socket);
    this.socket.destroy();
  }

  /** Queues a request that the parser has just read: called from within `parseNext`. `beginNext` serves it when its turn has come. */
  arrive(pending: PendingRequest): void {
    this.last = pending.request;
    this.waiting.push(pending);
  }

  /** Ends a connection whose bytes are not a valid request, or arrive too late. Complete requests before them are served first. */
  refuse(error: NodeJS.ErrnoException, words: string): void {
    if (this.isEnding) return;
    const { current, last, waiting, socket } = this;
    // Do not begin a request whose own bytes are broken.
    const isBroken = waiting.at(-1)?.request.complete === false;
    if (isBroken) waiting.pop();
    const hasResponse = current ? current.headersSent || current.req.complete : !isBroken && last?.complete === false;
    const waits = current ? hasResponse : waiting.length > 0;
    this.isEnding = true;
    this.dropBytes();
    if (error.code === 'ECONNRESET' || !socket.writable) {
      this.dropRequests();
      socket.destroy();
    } else if (waits) {
      // The last response ends the connection.
      socket.pause();
    } else {
      cutRequestsOf(socket);
      // Send no error if the request has a response already. Nor where no byte has come: a browser keeps such a connection for a later request,
      // and would take the error for its response.
      this.end(hasResponse || socket.bytesRead === 0 ? '' : words);
    }
  }

  /** Notes that a response is complete: until it has left, its `bytes` are in the memory of this process, counted for the user. */
  responseCompleted(bytes: number, user = this.network): void {
    this.owner = user;
    this.unsent = bytes;
    const now = performance.now();
    this.taken = this.takenBytes();
    this.spanTaken = this.taken;
    this.progressAt = now;
    this.spanEnd = now + this.connections.limits.sending.milliseconds;
    this.connections.sends(this);
  }

  /** Checks that the client reads its response. Returns `false` when it was too slow for a whole span. */
  isReading(now: number): boolean {
    const taken = this.takenBytes();
    if (taken > this.taken || this.queuedBytes() === 0) this.progressAt = now;
    this.taken = taken;
    const { bytes, milliseconds } = this.connections.limits.sending;
    if (this.queuedBytes() > 0 && now < this.spanEnd) return true;
    const isTooSlow = this.queuedBytes() > 0 && taken - this.spanTaken < bytes;
    this.spanTaken = taken;
    this.spanEnd = now + milliseconds;
    return !isTooSlow;
  }

  private receive(bytes: Buffer): void {
    if (this.isEnding) {
      this.discard(bytes);
      return;
    }
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
    this.work(false);
  }

  /** Discards received bytes: closing a connection with unread bytes resets it, and the client can lose the last response. */
  private discard({ length }: Buffer): void {
    if (!this.shutdownTimer) {
      this.socket.pause();
      return;
    }
    this.discarded += length;
    if (this.discarded > this.connections.limits.shutdown.bytes) this.cut();
  }

  /** Does all work that is possible now. At most one request begins. */
  private work(hasTurn: boolean): void {
    this.beginNext(hasTurn);
    if (this.isHeld && this.canParse(hasTurn)) {
      this.isHeld = false;
      this.socket.resume();
    }
    while (this.canParse(hasTurn) && !this.socket.isPaused()) {
      this.parseNext();
      this.beginNext(hasTurn);
    }
    this.account();
  }

  private canParse(hasTurn: boolean): boolean {
    const { current, waiting, socket } = this;
    if (this.isEnding || socket.destroyed || this.keptBytes === 0 || waiting.length > 0) return false;
    // Node sets `_paused` while it waits for the client to read.
    if ((socket as Socket & { _paused?: boolean })._paused) return false;
    if (current) return !current.req.complete;
    if (hasTurn || !this.connections.isTurnFull) return true;
    this.awaitTurn();
    return false;
  }

  private parseNext(): void {
    const [first] = this.kept;
    if (!first) return;
    const length = firstPieceOf(first);
    if (length === first.length) this.kept.shift();
    else this.kept[0] = first.subarray(length);
    this.keptBytes -= length;
    const { last } = this;
    const isBody = last?.complete === false;
    this.parse(length === first.length ? first : first.subarray(0, length));
    this.headBytes = isBody || last !== this.last ? 0 : this.headBytes + length;
  }

  private beginNext(hasTurn: boolean): void {
    if (this.current || this.waiting.length === 0 || this.socket.destroyed) return;
    if (!hasTurn && this.connections.isTurnFull) {
      this.awaitTurn();
      return;
    }
    const next = this.waiting.shift();
    if (!next) return;
    if (!hasTurn) this.connections.beginsInTurn(this);
    this.current = next.response;
    next.response.once('close', () => {
      this.requestEnded();
    });
    next.serve(next.request, next.response);
  }

  private awaitTurn(): void {
    this.forgetTurn ??= this.connections.inLaterTurn(this, () => {
      this.forgetTurn = undefined;
      this.work(true);
    });
  }

  /** Ends the current request: its response has left, or never will. */
  private requestEnded(): void {
    this.current = undefined;
    this.connections.sent(this);
    if (this.socket.destroyed) return;
    if (this.waiting.length > 0 || this.keptBytes > 0) this.awaitTurn();
    else if (this.isEnding) this.end('');
  }

  /** Sends the last bytes and closes the connection when the client has closed its side, or after a short time. */
  private end(words: string): void {
    const { socket } = this;
    if (words === '' || !socket.writable) socket.end();
    else socket.end(words);
    socket.resume();
    this.shutdownTimer ??= setTimeout(() => {
      this.cut();
    }, this.connections.limits.shutdown.milliseconds).unref();
  }

  /** Updates the count of kept bytes, and pauses reading while they reach the limit. */
  private account(): void {
    const isFull = this.keptBytes >= this.connections.limits.keptOfOne;
    if (!this.isEnding && isFull && !this.socket.isPaused()) {
      this.isHeld = true;
      this.socket.pause();
    } else if (this.isHeld && !isFull) {
      this.isHeld = false;
      this.socket.resume();
    }
    this.connections.receives(this, this.keptBytes + this.headBytes + (this.isHeld ? NODES_OWN : 0));
  }

  private dropRequests(): void {
    this.isEnding = true;
    this.waiting.length = 0;
    this.forgetTurn?.();
    this.forgetTurn = undefined;
    this.dropBytes();
  }

  private dropBytes(): void {
    this.kept.length = 0;
    this.keptBytes = 0;
    this.headBytes = 0;
    this.isHeld = false;
    this.connections.receives(this, 0);
  }

  /** Number of bytes that the operating system has taken to send, over the life of the connection. */
  private takenBytes(): number {
    const { bytesWritten = 0, writeQueueSize = 0 } = this.handle();
    return bytesWritten - writeQueueSize;
  }

  /** Number of bytes that wait until the operating system takes them. */
  private queuedBytes(): number {
    return Math.max(this.handle().writeQueueSize ?? 0, this.socket.writableLength);
  }

  /** Node's own handle: `bytesWritten` of the socket counts what waits in the handle as written. */
  private handle(): { readonly bytesWritten?: number; readonly writeQueueSize?: number } {
    return (this.socket as Socket & { readonly _handle?: object | null })._handle ?? {};
  }
}
