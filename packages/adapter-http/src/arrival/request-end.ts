import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The end of a request. `sent`: its whole response was handed to the operating system. `client_gone`: the connection was closed before
 * that. `cut`: this server closed the connection, or gave up the request, before that.
 */
export type RequestOutcome = 'sent' | 'client_gone' | 'cut';

/** A function that is called at the end of a request. */
export type EndListener = (outcome: RequestOutcome) => void;

/** Requests under way, by the connection that carries them. */
const underWay = new WeakMap<Socket, Set<RequestEnd>>();

/**
 * The end of one request, reached once, by whatever comes first: its response is sent, its stream is closed, or its connection is
 * closed. Node closes a request with its connection, and also when all of it has arrived, which is not its end. Of the responses of
 * a closed connection Node closes only the first in the pipeline, so the other requests listen to the connection.
 */
export class RequestEnd {
  private readonly listeners: EndListener[] = [];
  private reached: RequestOutcome | undefined;

  constructor(
    private readonly socket: Socket,
    response: ServerResponse,
  ) {
    // Node calls a write that failed finished, too.
    response.once('finish', () => {
      this.reach(socket.errored ? 'client_gone' : 'sent');
    });
    response.once('close', () => {
      this.reach('client_gone');
    });
    if (socket.destroyed) this.reach('client_gone');
    else requestsOf(socket).add(this);
  }

  /** Undefined while the request is under way. */
  get outcome(): RequestOutcome | undefined {
    return this.reached;
  }

  /** Calls the listener once: at the end, or now when the request has ended. Listeners are called in the order they came. */
  onEnd(listener: EndListener): void {
    if (this.reached) listener(this.reached);
    else this.listeners.push(listener);
  }

  /** Ends the request for this server's own reasons. The caller closes the connection, too. */
  cut(): void {
    this.reach('cut');
  }

  /** Ends the request with its connection. */
  connectionClosed(): void {
    this.reach('client_gone');
  }

  private reach(outcome: RequestOutcome): void {
    if (this.reached) return;
    this.reached = outcome;
    underWay.get(this.socket)?.delete(this);
    for (const listener of this.listeners.splice(0)) listener(outcome);
  }
}

/** Ends every request of a connection that this server is about to close. */
export function cutRequestsOf(socket: Socket): void {
  for (const end of [...(underWay.get(socket) ?? [])]) end.cut();
}

/** One listener for each connection, however many requests come over it. */
function requestsOf(socket: Socket): Set<RequestEnd> {
  const known = underWay.get(socket);
  if (known) return known;
  const requests = new Set<RequestEnd>();
  underWay.set(socket, requests);
  socket.once('close', () => {
    for (const end of [...requests]) end.connectionClosed();
  });
  return requests;
}
