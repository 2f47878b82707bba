import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Rasterizer } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestChecks } from '../../checks/checks.js';
import { Limits } from '../../limits/limits.js';
import { ownerOf } from '../../limits/owner.js';
import { releaseAfter } from '../../limits/streams.js';
import { setExportHeaders, type ExportFile } from './export-file.js';
import { textOf } from './row-texts.js';

/** The rows of a response that is written in memory, like a page; a longer one is streamed. */
const MOST_ROWS_IN_MEMORY = 1_000;
/** Milliseconds that a client can take to read a stream. */
const LONGEST_READING = 120_000;

/** Text that is written while it is sent. */
export interface ExportText {
  readonly pieces: AsyncGenerator<string>;
  readonly rowCount: number;
}

/** The responses of exports: headers and body. */
@Injectable()
export class ExportResponses {
  constructor(
    private readonly limits: Limits,
    private readonly rasterizer: Rasterizer,
    private readonly checks: RequestChecks,
  ) {}

  /** Responds with text. Throws `Overloaded` when other long exports take too long. */
  async text(
    request: FastifyRequest,
    reply: FastifyReply,
    format: 'json' | 'csv',
    file: ExportFile,
    text: ExportText,
  ): Promise<string | Readable> {
    const body = request.method === 'HEAD' ? Readable.from([]) : await this.bodyOf(request, text);
    setExportHeaders(reply, format, file);
    return body;
  }

  svg(reply: FastifyReply, file: ExportFile, svg: string): string {
    setExportHeaders(reply, 'svg', file);
    return svg;
  }

  /** Responds with a picture. Throws `Overloaded` when too many wait to be made, and the error of the request when it ends meanwhile. */
  async png(
    { context }: FastifyRequest,
    reply: FastifyReply,
    file: ExportFile,
    svg: string,
    scale: number,
  ): Promise<Buffer> {
    // The report has been read: others can use its connection while the picture waits.
    context.releaseSlot?.();
    const release = await this.limits.pictures.take(ownerOf(context), context.work);
    // A picture that is being made cannot be stopped: it keeps its slot, but its request ends in time.
    const png = await context.work.orStopped(this.rasterizer.pngOf(svg, scale).finally(release));
    setExportHeaders(reply, 'png', file);
    return png;
  }

  /** Returns a short body as text and a long one as a stream, which keeps its slot until it has been read. */
  private async bodyOf(request: FastifyRequest, { pieces, rowCount }: ExportText): Promise<string | Readable> {
    if (rowCount <= MOST_ROWS_IN_MEMORY) return textOf(pieces);
    const { context } = request;
    // The report has been read: others can use its connection meanwhile.
    context.releaseSlot?.();
    const release = await this.limits.exports.take(ownerOf(context), context.work);
    const stream = Readable.from(pieces, { highWaterMark: 1 });
    const timer = setTimeout(() => {
      stream.destroy();
    }, LONGEST_READING).unref();
    stream.once('close', () => {
      clearTimeout(timer);
    });
    return releaseAfter(stream, release, request, this.checks);
  }
}
