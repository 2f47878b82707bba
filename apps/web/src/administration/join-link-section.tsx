import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { CopyLine } from '../shell/copy-line.js';
import { fullTime, shortDay } from '../shell/days.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { useEndJoinLink, useJoinLink, useSetJoinLink, type JoinLink } from './invitations.js';
import form from '../parts/form.module.css';
import styles from './invitations.module.css';

interface JoinLinkSectionProps {
  readonly organization: string;
  readonly isOwner: boolean;
}

/** The link by which anybody joins. Owners make and end it. */
export function JoinLinkSection({ organization, isOwner }: JoinLinkSectionProps) {
  const { data: link, error, refetch } = useJoinLink(organization);
  return (
    <Section title="Join link">
      {error && link === undefined && <Refused error={error} onRetry={() => void refetch()} />}
      {link === undefined && !error && <Skeleton label="Reading the join link" lines={2} />}
      {link !== undefined && (isOwner ? <ForOwners organization={organization} link={link} /> : <Shown link={link} />)}
    </Section>
  );
}

const Shown = ({ link }: { readonly link: JoinLink | null }) => (
  <div class={styles.part}>
    {link ? <Facts link={link} /> : <p>There is no join link.</p>}
    <p class={styles.muted}>An owner makes and ends it.</p>
  </div>
);

function Facts({ link: { expiresAt, mostUses, uses, domains } }: { readonly link: JoinLink }) {
  return (
    <p>
      Anybody with the link joins as Member
      {domains.length > 0 && `, with an address of ${domains.join(', ')} that a mail proves`}. {uses} of {mostUses} uses
      · until{' '}
      <time dateTime={expiresAt} title={fullTime(expiresAt)}>
        {shortDay(expiresAt)}
      </time>
    </p>
  );
}

function ForOwners({ organization, link }: { readonly organization: string; readonly link: JoinLink | null }) {
  const [url, setUrl] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const ending = useEndJoinLink(organization);
  const end = () => {
    ending.makeAsync(undefined).then(() => {
      setUrl(undefined);
      notify('The join link has ended.');
    }, notifyRefusal);
  };
  return (
    <div class={styles.part}>
      {link ? <Facts link={link} /> : <p>A link by which anybody who has it joins as Member, until you end it.</p>}
      {link && url !== undefined && (
        <>
          <p>
            <strong>Copy the link now:</strong> it is shown only this time.
          </p>
          <CopyLine label="Join link" what="link" text={url} />
        </>
      )}
      {isMaking ? (
        <Form
          organization={organization}
          replaces={link !== null}
          onClose={() => {
            setMaking(false);
          }}
          onMade={(made) => {
            setMaking(false);
            setUrl(made);
          }}
        />
      ) : (
        <div class={form.actions}>
          <Button
            onClick={() => {
              setMaking(true);
            }}
          >
            {link ? 'Make a new link …' : 'Make a join link …'}
          </Button>
          {link && (
            <Button
              kind="danger"
              aria-disabled={ending.isPending}
              onClick={() => {
                if (!ending.isPending) end();
              }}
            >
              End the link
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const MOST_DAYS = 30;
const MOST_USES = 500;

interface FormProps {
  readonly organization: string;
  readonly replaces: boolean;
  readonly onClose: () => void;
  readonly onMade: (url: string) => void;
}

function Form({ organization, replaces, onClose, onMade }: FormProps) {
  const [days, setDays] = useState('7');
  const [uses, setUses] = useState('25');
  const [domains, setDomains] = useState('');
  const [isAsked, setAsked] = useState(false);
  const making = useSetJoinLink(organization);
  const [expiresInDays, mostUses] = [numberIn(days, MOST_DAYS), numberIn(uses, MOST_USES)];
  const submit = () => {
    setAsked(true);
    if (expiresInDays === undefined || mostUses === undefined || making.isPending) return;
    const body = { expiresInDays, mostUses, domains: domains.split(/[\s,;]+/).filter(Boolean) };
    making.makeAsync(body).then(
      ({ url }) => {
        onMade(url);
      },
      () => undefined,
    );
  };
  const problem = making.error instanceof Refusal ? making.error.fieldErrors : {};
  const ofDomains = Object.entries(problem).find(([member]) => member.startsWith('domains'))?.[1][0];
  return (
    <form
      class={`${form.form} ${styles.linkForm}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Days"
        value={days}
        onText={setDays}
        maxLength={2}
        autofocus
        autocomplete="off"
        hint={`How long it works: 1 to ${MOST_DAYS}.`}
        error={isAsked && expiresInDays === undefined ? `A number from 1 to ${MOST_DAYS}.` : undefined}
      />
      <Field
        label="Uses"
        value={uses}
        onText={setUses}
        maxLength={3}
        autocomplete="off"
        hint={`How many people join by it at most: 1 to ${MOST_USES}.`}
        error={isAsked && mostUses === undefined ? `A number from 1 to ${MOST_USES}.` : undefined}
      />
      {session.value?.sendsMail === true && (
        <Field
          label="Only addresses of these domains (optional)"
          value={domains}
          onText={(text) => {
            setDomains(text);
            making.reset();
          }}
          maxLength={2_000}
          autocomplete="off"
          placeholder="example.org"
          hint="Separated by commas. A mail proves the address."
          error={ofDomains === undefined ? undefined : `Domains ${ofDomains}.`}
        />
      )}
      {replaces && <p class={styles.muted}>The link before ends.</p>}
      {making.error && ofDomains === undefined && (
        <p class={form.error} role="alert">
          {sentenceOf(making.error)}
        </p>
      )}
      <div class={form.actions}>
        <Button kind="primary" type="submit" aria-disabled={making.isPending}>
          {making.isPending ? 'Making …' : 'Make the link'}
        </Button>
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Returns the number of a text, or `undefined` when it is not one from 1 to the most. */
function numberIn(text: string, most: number): number | undefined {
  const number = /^[0-9]{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}
