import { Slug } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { session } from '../api/session.js';
import { Button, LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Field } from '../parts/field.js';
import { Icon } from '../parts/icon.js';
import { Card } from '../parts/section.js';
import { notify } from '../shell/notices.js';
import { Page } from '../shell/page.js';
import {
  DescriptionField,
  LONGEST_SLUG,
  NameField,
  SLUG_RULE,
  SlugHint,
  ZoneField,
  organizationErrorsOf,
  zoneOfBrowser,
  type OrganizationErrors,
} from './organization-fields.js';
import {
  rereadSession,
  useCreateOrganization,
  type OrganizationContent,
} from '../organization/organization-settings.js';
import form from '../parts/form.module.css';
import styles from '../organization/organization.module.css';

/** Creates an Organization where users do so. Its slug follows from the name until the user writes another one. */
export const NewOrganizationScreen = () => (
  <Page title="New Organization">
    <div class={styles.settings}>
      {session.value?.canCreateOrganizations === true ? (
        <>
          <p class={styles.lead}>An Organization holds the Projects of a team and its members. You become its owner.</p>
          <Card>
            <Form />
          </Card>
        </>
      ) : (
        <Card>
          <Empty
            icon="layers"
            text={`Only the operator of this server creates Organizations. ${WHOM_TO_ASK}`}
            action={<LinkButton href="/">Go to My Work</LinkButton>}
          />
        </Card>
      )}
    </div>
  </Page>
);

const WHOM_TO_ASK = 'Ask the operator for one, or a colleague to invite you to theirs.';

function Form() {
  const { route } = useLocation();
  const creating = useCreateOrganization();
  const [content, setContent] = useState<OrganizationContent>({
    name: '',
    description: '',
    slug: '',
    timeZone: zoneOfBrowser(),
  });
  const [typedSlug, setTypedSlug] = useState<string>();
  const [malformed, setMalformed] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const name = content.name.trim();
  const slug = typedSlug ?? (name === '' ? '' : Slug.stem(name));
  const isBusy = creating.isPending || isOpening;

  const submit = async () => {
    const isWrong = typedSlug !== undefined && (typedSlug.length < 2 || Slug.parse(typedSlug) === undefined);
    setMalformed(isWrong);
    if (isWrong || name === '' || isBusy) return;
    const { description, timeZone } = content;
    // A slug that nobody wrote is the server's to choose: it knows those that are taken.
    const made = await creating
      .makeAsync({ name, description, timeZone, ...(typedSlug !== undefined && { slug: typedSlug }) })
      .catch(() => undefined);
    if (!made) return;
    setOpening(true);
    await rereadSession().catch(() => undefined);
    notify(`${made.name} is created.`);
    route(`/o/${made.slug}`, true);
  };

  const errors: OrganizationErrors = malformed
    ? { slug: `“${slug}” is not a slug: ${SLUG_RULE}` }
    : organizationErrorsOf(creating.error, slug);
  return (
    <form
      class={`${form.form} ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <NameField content={content} onChange={setContent} errors={errors} autofocus />
      <Field
        label="Slug"
        value={slug}
        onText={(text) => {
          setTypedSlug(text === '' ? undefined : text.toLowerCase());
          setMalformed(false);
          creating.reset();
        }}
        maxLength={LONGEST_SLUG}
        autocomplete="off"
        hint={<SlugHint slug={slug} />}
        error={errors.slug}
      />
      <DescriptionField content={content} onChange={setContent} errors={errors} />
      <ZoneField content={content} onChange={setContent} errors={errors} />
      {errors.other !== undefined && (
        <p class={form.error} role="alert">
          {errors.other}
        </p>
      )}
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={isBusy || name === ''}>
          {isBusy ? 'Creating …' : 'Create'}
        </Button>
        <LinkButton kind="plain" href="/">
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}

/** The first screen of a user who belongs to no Organization. */
export const NoOrganization = () => {
  const canCreate = session.value?.canCreateOrganizations === true;
  return (
    <Page title="My Work">
      <Card>
        <Empty
          icon="layers"
          text={`You do not belong to an Organization yet. ${canCreate ? 'Create one for your team, or ask a colleague to invite you to theirs.' : WHOM_TO_ASK}`}
          action={
            canCreate && (
              <LinkButton kind="primary" href="/organizations/new">
                <Icon name="plus" /> Create an Organization
              </LinkButton>
            )
          }
        />
      </Card>
    </Page>
  );
};
