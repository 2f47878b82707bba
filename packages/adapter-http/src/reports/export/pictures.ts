import { Injectable } from '@nestjs/common';
import { Overloaded, Rasterizer } from '@worktrack/application';
import { Semaphore } from 'async-mutex';

/** Pictures that are made at once. */
const AT_ONCE = 2;
/** Pictures that wait for it. */
const MOST_WAITING = 20;
/** Pictures of one client, with those that wait. */
const MOST_OF_ONE = 4;

/** Makes pictures of drawings, a few at once. */
@Injectable()
export class Pictures {
  private readonly permits = new Semaphore(AT_ONCE);
  private readonly asked = new Map<string, number>();
  private underWay = 0;

  constructor(private readonly rasterizer: Rasterizer) {}

  /**
   * Returns the PNG of a drawing. Throws `Overloaded` when 20 pictures wait already, or 4 of the client; and the error of the signal,
   * when it is aborted while the picture waits.
   */
  async pngOf(svg: string, scale: number, tokenId: string, signal: AbortSignal): Promise<Buffer> {
    const own = this.asked.get(tokenId) ?? 0;
    if (own >= MOST_OF_ONE || this.underWay >= AT_ONCE + MOST_WAITING)
      throw new Overloaded('turn', 'Too many pictures wait to be made.');
    this.asked.set(tokenId, own + 1);
    this.underWay += 1;
    try {
      return await this.permits.runExclusive(() => {
        signal.throwIfAborted();
        return this.rasterizer.pngOf(svg, scale);
      });
    } finally {
      this.underWay -= 1;
      const left = (this.asked.get(tokenId) ?? 1) - 1;
      if (left === 0) this.asked.delete(tokenId);
      else this.asked.set(tokenId, left);
    }
  }
}
