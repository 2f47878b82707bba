import { ApiSchema } from '@nestjs/swagger';
import type { AttachLabel, ChangeLabel, CreateLabel, LabelReference } from '@worktrack/application';
import {
  Color,
  LABEL_BOUNDS,
  LabelName,
  type ExpectedRevision,
  type LabelId,
  type WorkItemId,
} from '@worktrack/domain';
import { AtLeastOneMember, ColorOf, Parsed, SchemaRule, type Presence, type Ruled } from '../body/fields.js';
import { TEXT_WITH_CONTENT } from '../body/patterns.js';
import { parseUuid } from '../body/uuid.js';

const { least, most } = LABEL_BOUNDS.name;

/** A text of a name's length, stored as `read` gives it. */
const Name = (read: (text: string) => unknown, presence: Presence = {}) =>
  Parsed(
    read,
    `text of ${least} to ${most} characters`,
    { type: 'string', minLength: least, maxLength: most, pattern: TEXT_WITH_CONTENT },
    presence,
  );

const STORED =
  'It is stored in lower case and composed (NFC), without white space at its ends, and with one space for white space inside.';

const parseName = (text: string) => LabelName.parse(text);

/** A name, which can also be the id of a label: the Project decides. */
function parseIdOrName(text: string): LabelReference | undefined {
  const name = parseName(text);
  return name && { id: parseUuid(text) as LabelId | undefined, name };
}

/** contract §4, B-label-create */
@ApiSchema({ description: 'A label to create.' })
export class CreateLabelBody {
  @Name(parseName, { description: `The name of the label. ${STORED}` }) name!: LabelName;
  @ColorOf({ optional: true, default: Color.default }) color?: Color;

  toCommand(): CreateLabel {
    const { name, color = Color.default } = this;
    return { name, color };
  }
}

/** A new name, a new colour, or both. */
@AtLeastOneMember()
export class ChangeLabelBody {
  @Name(parseName, { optional: true }) name?: LabelName;
  @ColorOf({ optional: true }) color?: Color;

  toCommand(id: LabelId, expected: ExpectedRevision): ChangeLabel {
    const { name, color } = this;
    return { id, expected, changes: { name, color } };
  }
}

/** contract §4, B-label-attach: exactly one of the two members. */
@ApiSchema({ description: 'A label of the Project: either `labelId` or `label`.' })
@SchemaRule({ minProperties: 1, maxProperties: 1 })
export class AttachLabelBody implements Ruled {
  @Name(parseIdOrName, { optional: true, description: 'The id of the label; its name is understood too.' })
  labelId?: LabelReference;
  @Name(parseName, { optional: true, description: 'The name of the label, in upper or lower case.' }) label?: LabelName;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    if ((this.labelId === undefined) !== (this.label === undefined)) return undefined;
    const problem = ['must be given, or the other way to name the label, and not both'];
    return { labelId: problem, label: problem };
  }

  toCommand(workItemId: WorkItemId, expected: ExpectedRevision): AttachLabel {
    return { workItemId, expected, label: this.labelId ?? { name: this.label } };
  }
}
