import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { refuseFields } from '../reply/errors.js';
import { isRuled, membersOf, needsAMember, nestedBodiesOf, type Problems } from './fields.js';
import { isPlainObject, type JsonObject } from './json.js';
import { shownName } from './shown-name.js';

const MOST_UNKNOWN = 20;

/** Reads a JSON object as its body class: known members only, then each by its validators, then the rules across them. */
@Injectable()
export class BodyPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'body' && metatype ? readBody(metatype, value as JsonObject) : value;
  }
}

/** Reads a JSON object as its body class. Throws `VALIDATION_ERROR` with all that is wrong. */
export function readBody<Body extends object>(bodyClass: Type<Body>, json: JsonObject): Body {
  const wrongMembers = memberProblemsOf(bodyClass, json);
  if (wrongMembers) refuseFields(wrongMembers);
  const body = plainToInstance(bodyClass, json, { excludeExtraneousValues: true, exposeUnsetFields: false });
  const errors = validateSync(body, { stopAtFirstError: true, forbidUnknownValues: false });
  const problems = problemsOf(bodyClass, json, body, errors);
  return problems ? refuseFields(problems) : body;
}

/** Unknown members, or none where one is needed. */
function memberProblemsOf(bodyClass: object, json: JsonObject): Problems | undefined {
  const unknown = unknownMembers(json, membersOf(bodyClass));
  if (unknown.length > 0) return Object.fromEntries(unknown.map((name) => [name, ['is not known here']]));
  if (needsAMember(bodyClass) && Object.keys(json).length === 0) return { body: ['must have at least one member'] };
  return undefined;
}

/** The errors of the validators, then those of nested bodies; where there are none, the problems between members. */
function problemsOf(
  bodyClass: object,
  json: JsonObject,
  body: object,
  errors: readonly ValidationError[],
): Problems | undefined {
  const wrong: Record<string, readonly string[]> = {};
  for (const { property, constraints } of errors) {
    if (constraints) wrong[property] = Object.values(constraints);
  }
  for (const [name, nestedClass] of nestedBodiesOf(bodyClass)) {
    const nestedJson = json[name];
    if (!isPlainObject(nestedJson)) continue;
    const nested = (body as Record<string, object>)[name] ?? {};
    const children = errors.find(({ property }) => property === name)?.children ?? [];
    const problems =
      memberProblemsOf(nestedClass, nestedJson) ?? problemsOf(nestedClass, nestedJson, nested, children) ?? {};
    for (const [path, sentences] of Object.entries(problems)) {
      wrong[path === 'body' ? name : `${name}.${path}`] = sentences;
    }
  }
  if (Object.keys(wrong).length > 0) return wrong;
  return isRuled(body) ? body.problems() : undefined;
}

function unknownMembers(json: JsonObject, known: ReadonlySet<string>): readonly string[] {
  const unknown: string[] = [];
  for (const name of Object.keys(json)) {
    if (!known.has(name)) unknown.push(shownName(name));
    if (unknown.length === MOST_UNKNOWN) break;
  }
  return unknown;
}
