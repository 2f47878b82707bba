import { Slug } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { notify } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import {
  DescriptionField,
  LONGEST_SLUG,
  NameField,
  SlugHint,
  ZoneField,
  organizationErrorsOf,
} from './organization-fields.js';
import {
  contentOf,
  readSettings,
  rereadSession,
  useChangeOrganization,
  useOrganizationSettings,
  useRemoveOrganization,
  type OrganizationContent,
  type OrganizationSettings,
} from '../organization/organization-settings.js';
import { SettingsPage } from './settings-page.js';
import form from '../parts/form.module.css';
import styles from '../organization/organization.module.css';

/** The general settings of an Organization, and its removal. */
export const SettingsScreen = () => (
  <SettingsPage current="General">
    {({ slug, role }) => <General slug={slug} isOwner={role === 'owner'} />}
  </SettingsPage>
);

function General({ slug, isOwner }: { readonly slug: string; readonly isOwner: boolean }) {
  const { data, error, refetch } = useOrganizationSettings(slug);
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the settings" />;
  return (
    <div class={styles.settings}>
      <Section title="Name and address">
        <Form key={data.id} settings={data} isOwner={isOwner} />
      </Section>
      {isOwner && <Danger settings={data} />}
    </div>
  );
}

const NAMES: Readonly<Record<keyof OrganizationContent, string>> = {
  name: 'Name',
  description: 'Description',
  slug: 'Slug',
  timeZone: 'Time zone',
};

const wordsOf = (member: keyof OrganizationContent, content: OrganizationContent): string =>
  content[member] === '' ? 'None' : content[member];

interface SettingsProps {
  readonly settings: OrganizationSettings;
  readonly isOwner: boolean;
}

function Form({ settings, isOwner }: SettingsProps) {
  const { route } = useLocation();
  const changing = useChangeOrganization();
  const record = useRecordForm({
    stored: settings,
    contentOf,
    read: () => readSettings(settings.slug),
    write: (changes, over) => changing.makeAsync({ over, changes }),
    onSaved: (saved, isMerged) => {
      notify(isMerged ? 'Saved, together with a change by somebody else.' : `${saved.name} is saved.`);
      const isMoved = saved.slug !== settings.slug;
      // The session names the Organization in the sidebar, and by its slug.
      void rereadSession()
        .catch(() => undefined)
        .then(() => {
          if (isMoved) route(`/o/${saved.slug}/settings`, true);
        });
    },
  });
  const { content, isChanged, isSending, conflict, change } = record;
  const isSlugWrong =
    content.slug !== settings.slug && (content.slug.length < 2 || Slug.parse(content.slug) === undefined);
  const canSave = isChanged && !conflict && !isSending && !isSlugWrong && content.name.trim() !== '';
  const errors = organizationErrorsOf(record.error, content.slug);
  return (
    <form
      class={`${form.form} ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) record.submit();
      }}
    >
      <NameField content={content} onChange={change} errors={errors} />
      <Field
        label="Slug"
        value={content.slug}
        onText={(text) => {
          change({ ...content, slug: text.toLowerCase() });
        }}
        maxLength={LONGEST_SLUG}
        readOnly={!isOwner}
        autocomplete="off"
        hint={isOwner ? <SlugHint slug={content.slug} /> : 'Only an owner changes it.'}
        error={isSlugWrong ? `“${content.slug}” is not a slug.` : errors.slug}
      />
      {content.slug !== settings.slug && !isSlugWrong && (
        <p class={styles.warning} role="status">
          Every address of the Organization changes. For 90 days “{settings.slug}” leads to the new one in the browser,
          and nobody else gets it. Programs that use the API find nothing there any more: tell those who run them.
        </p>
      )}
      <DescriptionField content={content} onChange={change} errors={errors} />
      <ZoneField content={content} onChange={change} errors={errors} />
      {content.timeZone !== settings.timeZone && (
        <p class={styles.warning} role="status">
          No instant changes. Due dates and Sprints keep theirs, and can be shown on the day before or after.
        </p>
      )}
      <RecordConflict form={record} what="Organization" names={NAMES} wordsOf={wordsOf} />
      {errors.other !== undefined && (
        <p class={form.error} role="alert">
          {errors.other}
        </p>
      )}
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={!canSave}>
          {isSending ? 'Saving …' : 'Save'}
        </Button>
        {isChanged && !conflict && (
          <Button kind="plain" onClick={record.discard}>
            Discard the changes
          </Button>
        )}
      </div>
    </form>
  );
}

function Danger({ settings }: { readonly settings: OrganizationSettings }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Remove this Organization">
      <div class={styles.part}>
        <p>
          It is suspended immediately, for everybody. After 30 days it can be deleted with its Projects, Work Items and
          files. Until then an owner can keep it.
        </p>
        <Button
          kind="danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Remove {settings.name} …
        </Button>
      </div>
      {isAsking && (
        <RemoveDialog
          settings={settings}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </Section>
  );
}

interface RemoveDialogProps {
  readonly settings: OrganizationSettings;
  readonly onClose: () => void;
}

function RemoveDialog({ settings, onClose }: RemoveDialogProps) {
  const { route } = useLocation();
  const [typed, setTyped] = useState('');
  const removing = useRemoveOrganization();
  const canRemove = typed.trim() === settings.slug && !removing.isPending;
  const remove = async () => {
    const removed = await removing.makeAsync({ over: settings, slug: typed.trim() }).catch(() => undefined);
    if (!removed) return;
    await rereadSession().catch(() => undefined);
    onClose();
    route(`/o/${settings.slug}`, true);
  };
  return (
    <Dialog title={`Remove ${settings.name}?`} onClose={onClose}>
      <form
        class={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (canRemove) void remove();
        }}
      >
        <ul class={styles.list}>
          <li>From now on nobody reads or changes anything in it, and its tokens find nothing.</li>
          <li>After 30 days everything in it can be deleted, and nobody brings it back then.</li>
          <li>Until then an owner can keep it, with everything in it.</li>
        </ul>
        <Field
          label={`Type the slug “${settings.slug}” to remove it`}
          value={typed}
          onText={setTyped}
          maxLength={63}
          autocomplete="off"
          autofocus
          error={removing.error ? sentenceOf(removing.error) : undefined}
        />
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" type="submit" aria-disabled={!canRemove}>
            {removing.isPending ? 'Removing …' : 'Remove'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
