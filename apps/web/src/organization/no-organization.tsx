import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Icon } from '../parts/icon.js';
import { Card } from '../parts/section.js';
import { Page } from '../shell/page.js';

/** The first screen of a user who belongs to no Organization. */
export const NoOrganization = () => (
  <Page title="My Work">
    <Card>
      <Empty
        icon="layers"
        text="You do not belong to an Organization yet. Create one for your team, or ask a colleague to invite you to theirs."
        action={
          <LinkButton kind="primary" href="/organizations/new">
            <Icon name="plus" /> Create an Organization
          </LinkButton>
        }
      />
    </Card>
  </Page>
);
