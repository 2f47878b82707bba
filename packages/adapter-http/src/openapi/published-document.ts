import { Injectable } from '@nestjs/common';

/** The text of `openapi.json`, made once at boot. */
@Injectable()
export class PublishedDocument {
  text = '';
}
