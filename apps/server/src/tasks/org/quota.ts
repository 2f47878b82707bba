import { setAttachmentQuota } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption } from '../options.js';
import { Task } from '../task.js';
import { quotaBytesIn, slugIn } from '../values.js';

interface QuotaOptions {
  readonly slug: Slug;
  readonly bytes: number | 'default';
}

@Command({ name: 'org:quota', description: 'how many bytes the files of an Organization may hold' })
export class QuotaTask extends Task<QuotaOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug, bytes: wanted }: QuotaOptions): Promise<object> {
    const quotaBytes = wanted === 'default' ? null : wanted;
    return this.administration.change('org:quota', async (tx) => {
      const { id, bytes } = await setAttachmentQuota(tx, slug, quotaBytes);
      const result = { slug, quotaBytes, bytes };
      return { result, organizationId: id, touched: [{ kind: 'organization', id }] };
    });
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }

  @Option({
    flags: '--bytes <number>',
    description: 'the most bytes, 0 for any number, or the word default for ATTACHMENT_QUOTA_BYTES',
    required: true,
  })
  protected bytes(text: string): number | 'default' {
    return quotaBytesIn(text);
  }
}
