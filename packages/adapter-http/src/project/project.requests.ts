import { ApiSchema } from '@nestjs/swagger';
import type { CreateProject, UpdateProject } from '@worktrack/application';
import { Color, PROJECT_BOUNDS, ProjectKey, type ExpectedRevision } from '@worktrack/domain';
import { AtLeastOneMember, ColorOf, Parsed, Text, type Presence } from '../body/fields.js';

const ProjectName = (presence: Presence = {}) => Text(PROJECT_BOUNDS.name, { trimmed: true, ...presence });
const Description = () => Text(PROJECT_BOUNDS.description, { optional: true, nullable: true });

/** contract §4, B-project-create */
@ApiSchema({ description: 'A Project to create.' })
export class CreateProjectBody {
  @ProjectName() name!: string;

  @Parsed(
    (text) => ProjectKey.parse(text),
    'a letter and up to nine letters or digits',
    { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,9}$' },
    {
      optional: true,
      description:
        'The key, a letter and up to nine letters or digits, stored in upper case. Absent: made from the name.',
    },
  )
  key?: ProjectKey;

  @Description() description?: string | null;
  @ColorOf({ optional: true, default: Color.default }) color?: Color;

  toCommand(): CreateProject {
    const { name, key, description = null, color = Color.default } = this;
    return { name, key, description, color };
  }
}

/** contract §4, B-project-update */
@ApiSchema({ description: 'Changes of a Project: at least one member.' })
@AtLeastOneMember()
export class UpdateProjectBody {
  @ProjectName({ optional: true }) name?: string;
  @Description() description?: string | null;
  @ColorOf({ optional: true }) color?: Color;

  toCommand(expected: ExpectedRevision): UpdateProject {
    const { name, description, color } = this;
    return { expected, changes: { name, description, color } };
  }
}
