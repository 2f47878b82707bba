import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { invariant } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../pipeline/context.js';
import { setExportHeaders, type ExportFile } from './export-file.js';
import { ExportStreams, type Reader } from './export-streams.js';
import { Pictures } from './pictures.js';

/** Text that is written while it is sent. */
export interface ExportText {
  readonly pieces: AsyncGenerator<string>;
  readonly rowCount: number;
}

/** The answers of exports: headers and body. */
@Injectable()
export class ExportAnswers {
  constructor(
    private readonly streams: ExportStreams,
    private readonly pictures: Pictures,
  ) {}

  /** Answers with text. Throws `Overloaded` when other long exports take too long. */
  async text(
    { context, method }: FastifyRequest,
    reply: FastifyReply,
    format: 'json' | 'csv',
    file: ExportFile,
    { pieces, rowCount }: ExportText,
  ): Promise<string | Readable> {
    const body = method === 'HEAD' ? Readable.from([]) : await this.streams.bodyOf(pieces, rowCount, readerOf(context));
    setExportHeaders(reply, format, file);
    return body;
  }

  svg(reply: FastifyReply, file: ExportFile, svg: string): string {
    setExportHeaders(reply, 'svg', file);
    return svg;
  }

  /** Answers with a picture. Throws `Overloaded` when too many wait to be made. */
  async png(
    { context }: FastifyRequest,
    reply: FastifyReply,
    file: ExportFile,
    svg: string,
    scale: number,
  ): Promise<Buffer> {
    // The report has been read: others may use its connection while the picture waits.
    context.releasePermit?.();
    const { tokenId, signal } = readerOf(context);
    const png = await this.pictures.pngOf(svg, scale, tokenId, signal);
    setExportHeaders(reply, 'png', file);
    return png;
  }
}

function readerOf({ principal, organization, work, end }: RequestContext): Reader {
  return {
    tokenId: invariant(principal, 'An export has no principal.').token.id,
    organizationId: invariant(organization, 'An export has no Organization.').organizationId,
    signal: work.signal,
    end,
  };
}
