import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { refuseFields } from './errors.js';
import { membersOf, needsAMember } from './fields.js';
import type { JsonObject } from './json.js';

const MOST_UNKNOWN = 20;
const LONGEST_NAME = 200;

/** A body class with a rule over several members: what it finds wrong, by member. */
export interface Ruled {
  problems(): Readonly<Record<string, readonly string[]>> | undefined;
}

/** Turns a JSON object into its body class: known members only, then each by its own rule, then the rules across them. */
@Injectable()
export class BodyPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'body' && metatype ? readBody(metatype, value as JsonObject) : value;
  }
}

export function readBody<Body>(bodyClass: Type<Body>, json: JsonObject): Body {
  refuseUnknown(json, membersOf(bodyClass));
  if (needsAMember(bodyClass) && Object.keys(json).length === 0)
    refuseFields({ body: ['must have at least one member'] });
  const body = plainToInstance(bodyClass, json, { exposeUnsetFields: false });
  const errors = validateSync(body as object, { stopAtFirstError: true, forbidUnknownValues: false });
  if (errors.length > 0) {
    refuseFields(
      Object.fromEntries(errors.map(({ property, constraints = {} }) => [property, Object.values(constraints)])),
    );
  }
  const problems = isRuled(body) ? body.problems() : undefined;
  if (problems) refuseFields(problems);
  return body;
}

function refuseUnknown(json: JsonObject, known: ReadonlySet<string>): void {
  const unknown: string[] = [];
  for (const name of Object.keys(json)) {
    if (!known.has(name)) unknown.push(name.slice(0, LONGEST_NAME));
    if (unknown.length === MOST_UNKNOWN) break;
  }
  if (unknown.length > 0) refuseFields(Object.fromEntries(unknown.map((name) => [name, ['is not known here']])));
}

function isRuled(body: unknown): body is Ruled {
  return typeof (body as Partial<Ruled>).problems === 'function';
}
