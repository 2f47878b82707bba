import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { ALL_SCOPES, type AnyScope } from '@worktrack/domain';
import { useLocation } from 'preact-iso';
import { useId, useRef, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { allPages, LARGEST_PAGE } from '../api/pages.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { session, type Membership } from '../api/session.js';
import { Button, LinkButton } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Skeleton } from '../parts/skeleton.js';
import { LANGUAGES } from '../shell/languages.js';
import { Refused } from '../shell/refused.js';
import { account } from './account.api.js';
import { Checkbox } from './checkbox.js';
import { READING_SCOPES, SCOPE_GROUPS, SCOPE_MEANINGS } from './scopes.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';
import { OWN_TOKENS, createdToken } from './token-list.js';
import { LONGEST_LIFE, problemsOf, requestOf, type ChosenOrganization, type TokenProblems } from './token-request.js';

const USUAL_DAYS = 90;
const DAY = 86_400_000;
const EXPIRY = new Intl.DateTimeFormat(LANGUAGES, { dateStyle: 'long' });

/** The form that creates a personal access token. */
export function TokenForm() {
  const organizations = (session.value?.organizations ?? []).filter(({ suspended }) => !suspended);
  const only = organizations.length === 1 ? organizations.map(({ slug }) => ({ slug, projects: undefined })) : [];
  const [name, setName] = useState('');
  const [days, setDays] = useState(String(USUAL_DAYS));
  const [scopes, setScopes] = useState<readonly AnyScope[]>([]);
  const [chosen, setChosen] = useState<readonly ChosenOrganization[]>(only);
  const [problems, setProblems] = useState<TokenProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const { route } = useLocation();
  const cache = useQueryClient();
  const create = useChange(account.createToken, {
    // An attempt whose response was lost might have created a token: the user looks at the list before the next one.
    retry: false,
    onSuccess: (token) => {
      createdToken.value = token;
      void cache.invalidateQueries({ queryKey: OWN_TOKENS });
      route('/settings/tokens');
    },
    onError: (error) => {
      if (error instanceof Refusal) showProblems(problemsOf(error.fieldErrors));
    },
  });

  const showProblems = (found: TokenProblems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[data-part='${first}'] input`)?.focus();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (create.isPending) return;
    const outcome = requestOf({ name, scopes, organizations: chosen, days });
    if ('problems' in outcome) showProblems(outcome.problems);
    else {
      setProblems({});
      create.make(outcome.request);
    }
  };
  const expiry = /^[0-9]{1,3}$/.test(days.trim()) ? Number(days) : 0;
  const isUnattributed = create.error && Object.keys(problems).length === 0;

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <SettingsSection title="Name and expiry">
        <div class={styles.form}>
          <div data-part="name">
            <Field
              label="Name"
              value={name}
              onText={setName}
              hint="For you, to recognize it later: the program or the machine that uses it."
              error={problems.name}
              autocomplete="off"
              autofocus
            />
          </div>
          <div data-part="expiresInDays" class={styles.short}>
            <Field
              label="Days until it expires"
              value={days}
              onText={setDays}
              hint={
                expiry >= 1 && expiry <= LONGEST_LIFE
                  ? `It works until ${EXPIRY.format(Date.now() + expiry * DAY)}.`
                  : `From 1 to ${LONGEST_LIFE} days.`
              }
              error={problems.expiresInDays}
            />
          </div>
        </div>
      </SettingsSection>

      <SettingsSection
        title="Permissions"
        lead="What a program may do with the token, as far as your own role permits it. No permission includes another one unless it says so."
      >
        <div data-part="scopes" class={styles.padded}>
          <div class={`${styles.actions} ${styles.quick}`} role="group" aria-label="Choose permissions">
            <Button
              kind="plain"
              onClick={() => {
                setScopes(READING_SCOPES);
              }}
            >
              Read only
            </Button>
            <Button
              kind="plain"
              onClick={() => {
                setScopes(ALL_SCOPES);
              }}
            >
              All
            </Button>
            <Button
              kind="plain"
              onClick={() => {
                setScopes([]);
              }}
            >
              None
            </Button>
          </div>
          <Problem text={problems.scopes} />
          <div class={styles.scopeGroups}>
            {SCOPE_GROUPS.map((group) => (
              <fieldset key={group.name} class={styles.fieldset}>
                <legend>{group.name}</legend>
                {group.scopes.map((scope) => (
                  <Checkbox
                    key={scope}
                    checked={scopes.includes(scope)}
                    onChange={(checked) => {
                      setScopes(checked ? [...scopes, scope] : scopes.filter((each) => each !== scope));
                    }}
                    hint={SCOPE_MEANINGS[scope]}
                  >
                    <code>{scope}</code>
                  </Checkbox>
                ))}
              </fieldset>
            ))}
          </div>
        </div>
      </SettingsSection>

      <SettingsSection
        title="Organizations"
        lead="Where the token works: in whole Organizations, or in some Projects of them only."
      >
        <div data-part="organizations" class={styles.padded}>
          <Problem text={problems.organizations} />
          <div class={styles.scopeGroups}>
            {organizations.map((organization) => (
              <OrganizationChoice
                key={organization.id}
                organization={organization}
                chosen={chosen.find(({ slug }) => slug === organization.slug)}
                onChange={(choice) => {
                  const others = chosen.filter(({ slug }) => slug !== organization.slug);
                  setChosen(choice ? [...others, choice] : others);
                }}
              />
            ))}
          </div>
        </div>
      </SettingsSection>

      {isUnattributed && <Problem text={sentenceOf(create.error)} />}
      <div class={`${styles.actions} ${styles.submit}`}>
        <Button kind="primary" type="submit" aria-disabled={create.isPending}>
          Create token
        </Button>
        <LinkButton kind="plain" href="/settings/tokens">
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}

function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class={styles.error} role="alert">
      {text}
    </p>
  );
}

interface OrganizationChoiceProps {
  readonly organization: Membership;
  /** `undefined` when the token does not work there. */
  readonly chosen: ChosenOrganization | undefined;
  readonly onChange: (choice: ChosenOrganization | undefined) => void;
}

function OrganizationChoice({ organization: { slug, name }, chosen, onChange }: OrganizationChoiceProps) {
  const group = useId();
  return (
    <fieldset class={styles.fieldset}>
      <legend class="visually-hidden">{name}</legend>
      <Checkbox
        checked={chosen !== undefined}
        onChange={(checked) => {
          onChange(checked ? { slug, projects: undefined } : undefined);
        }}
      >
        {name}
      </Checkbox>
      {chosen && (
        <div class={styles.nested}>
          {([true, false] as const).map((whole) => (
            <label key={String(whole)} class={styles.choice}>
              <input
                type="radio"
                name={group}
                checked={whole === (chosen.projects === undefined)}
                onChange={() => {
                  onChange({ slug, projects: whole ? undefined : [] });
                }}
              />
              {whole ? 'The whole Organization, also Projects that are created later' : 'Only these Projects'}
            </label>
          ))}
          {chosen.projects && (
            <ProjectChoice
              slug={slug}
              keys={chosen.projects}
              onChange={(projects) => {
                onChange({ slug, projects });
              }}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

interface ProjectChoiceProps {
  readonly slug: string;
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}

function ProjectChoice({ slug, keys, onChange }: ProjectChoiceProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['projects-to-grant', slug],
    queryFn: ({ signal }) => allProjects(slug, signal),
  });
  if (isPending) return <Skeleton lines={3} label="Reading the Projects" />;
  if (error) return <Refused error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <p class={styles.muted}>This Organization has no Project yet.</p>;
  return (
    <div class={styles.projects}>
      {data.map(({ key, name }) => (
        <Checkbox
          key={key}
          checked={keys.includes(key)}
          onChange={(checked) => {
            onChange(checked ? [...keys, key] : keys.filter((each) => each !== key));
          }}
        >
          <code>{key}</code> {name}
        </Checkbox>
      ))}
    </div>
  );
}

/** Enough for people; more Projects than a token can name would be of no use. */
const MOST_PROJECTS = 1_000;

/** Reads the Projects of an Organization by name. */
const allProjects = (organizationSlug: string, signal: AbortSignal) =>
  allPages(
    (after) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects', {
          params: { path: { organizationSlug }, query: { limit: LARGEST_PAGE, ...after } },
          signal,
        }),
      ),
    MOST_PROJECTS,
  );
