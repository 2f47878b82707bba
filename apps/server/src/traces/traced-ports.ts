import type { Readable } from 'node:stream';
import { Blobs, RequestWork, traced, type CountBytes, type KeptBlob, type Ports } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';

/** Returns the ports with those replaced whose work is a step of a trace. */
export function tracedPorts(ports: Ports): Ports {
  return { ...ports, blobs: new TracedBlobs(ports.blobs) };
}

/** Adds each operation on the bytes of attachments to the trace of the request. */
class TracedBlobs extends Blobs {
  constructor(private readonly blobs: Blobs) {
    super();
  }

  write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob> {
    return traced(RequestWork.current?.trace, 'blob write', () => this.blobs.write(content, most, count));
  }

  /** The step ends when the bytes begin to come. */
  read(name: BlobName): Promise<Readable> {
    return traced(RequestWork.current?.trace, 'blob read', () => this.blobs.read(name));
  }

  remove(name: BlobName): Promise<void> {
    return traced(RequestWork.current?.trace, 'blob remove', () => this.blobs.remove(name));
  }
}
