import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { validateSync } from 'class-validator';
import { refuseFields } from './errors.js';
import { bodyOf, membersOf, needsAMember, nestedBodiesOf } from './fields.js';
import { isPlainObject, type JsonObject } from './json.js';

const MOST_UNKNOWN = 20;
const LONGEST_NAME = 200;

/** A body class with a rule over several members: what it finds wrong, by member. */
export interface Ruled {
  problems(): Problems | undefined;
}

/** Sentences by the dotted path of a member. */
type Problems = Readonly<Record<string, readonly string[]>>;

/** Turns a JSON object into its body class: known members only, then each by its own rule, then the rules across them. */
@Injectable()
export class BodyPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'body' && metatype ? readBody(metatype, value as JsonObject) : value;
  }
}

export function readBody<Body extends object>(bodyClass: Type<Body>, json: JsonObject): Body {
  const { body, problems } = judge(bodyClass, json);
  return problems ? refuseFields(problems) : body;
}

/** The body, unless there are problems. */
type Judged<Body> =
  { readonly body: Body; readonly problems?: undefined } | { readonly body?: undefined; readonly problems: Problems };

function judge<Body extends object>(bodyClass: Type<Body>, json: JsonObject): Judged<Body> {
  const unknown = unknownMembers(json, membersOf(bodyClass));
  if (unknown.length > 0) return { problems: Object.fromEntries(unknown.map((name) => [name, ['is not known here']])) };
  if (needsAMember(bodyClass) && Object.keys(json).length === 0) {
    return { problems: { body: ['must have at least one member'] } };
  }
  const body = bodyOf(bodyClass, json);
  const errors = validateSync(body, { stopAtFirstError: true, forbidUnknownValues: false });
  const wrong: Record<string, readonly string[]> = Object.fromEntries(
    errors.map(({ property, constraints = {} }) => [property, Object.values(constraints)]),
  );
  for (const [name, type] of nestedBodiesOf(bodyClass)) {
    const member = json[name];
    if (!isPlainObject(member)) continue;
    const nested = judge(type, member);
    for (const [path, problems] of Object.entries(nested.problems ?? {})) {
      wrong[path === 'body' ? name : `${name}.${path}`] = problems;
    }
    Object.assign(body, { [name]: nested.body });
  }
  const problems = Object.keys(wrong).length > 0 ? wrong : isRuled(body) ? body.problems() : undefined;
  return problems ? { problems } : { body };
}

function unknownMembers(json: JsonObject, known: ReadonlySet<string>): readonly string[] {
  const unknown: string[] = [];
  for (const name of Object.keys(json)) {
    if (!known.has(name)) unknown.push(name.slice(0, LONGEST_NAME));
    if (unknown.length === MOST_UNKNOWN) break;
  }
  return unknown;
}

function isRuled(body: unknown): body is Ruled {
  return typeof (body as Partial<Ruled>).problems === 'function';
}
