import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { takeToken } from '../api/session.api.js';
import { session } from '../api/session.js';
import { Button, LinkButton } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Gateway } from '../shell/gateway.js';
import { notify } from '../shell/notices.js';
import { PASSWORD_RULE } from './new-account-form.js';
import { LONGEST_NAME, ZoneField, zoneOfBrowser } from './organization-fields.js';
import { checkSetupLink, setUp } from './setup.js';
import form from '../parts/form.module.css';

/** The first page of a new server, by the link that the server printed: makes the first account and its Organization. */
export function SetupScreen() {
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const [isUsable, setUsable] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (token === '') return;
    checkSetupLink(token).then(() => {
      setUsable(true);
    }, setFailure);
  }, []);
  if (token === '' || failure !== undefined) return <BrokenLink failure={failure} />;
  if (!isUsable) {
    return (
      <Gateway title="Set up Worktrack">
        <p role="status">Reading the link …</p>
      </Gateway>
    );
  }
  const submit = async (typed: Typed) => {
    const { defaultOrganization } = await setUp({ token, ...typed }).catch((error: unknown) => {
      if (isGone(error)) setFailure(error);
      throw error;
    });
    notify(`${typed.organizationName.trim()} is created. Invite your team in its settings.`);
    route(defaultOrganization === null ? '/' : `/o/${defaultOrganization}`, true);
  };
  return (
    <Gateway key="form" title="Set up Worktrack" asks>
      <p>You make the first account, and an Organization for your team, which you own.</p>
      <SetupForm onSubmit={submit} />
    </Gateway>
  );
}

const isGone = (error: unknown): boolean => error instanceof Refusal && error.code === 'NOT_FOUND';

function BrokenLink({ failure }: { readonly failure: unknown }) {
  return (
    <Gateway title="This link does not work">
      <p role="alert">
        {failure === undefined || isGone(failure)
          ? 'The link is not complete, was used or has expired, or somebody has an account here already. As long as nobody has one, each start of the server prints a new link into its log.'
          : sentenceOf(failure)}
      </p>
      <LinkButton href={session.value ? '/' : '/sign-in'}>{session.value ? 'Go to My Work' : 'Sign in'}</LinkButton>
    </Gateway>
  );
}

interface Typed {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly organizationName: string;
  readonly timeZone: string;
}

const WORDS: Readonly<Record<keyof Typed, string>> = {
  name: 'name',
  email: 'address',
  password: 'password',
  organizationName: 'name',
  timeZone: 'time zone',
};

type Problems = Readonly<Partial<Record<keyof Typed | 'other', string>>>;

function SetupForm({ onSubmit }: { readonly onSubmit: (typed: Typed) => Promise<void> }) {
  const [typed, setTyped] = useState<Typed>({
    ...{ name: '', email: '', password: '', organizationName: '' },
    timeZone: zoneOfBrowser(),
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const of = (member: keyof Typed) => ({
    value: typed[member],
    onText: (text: string) => {
      setTyped({ ...typed, [member]: text });
    },
    required: true,
    error: problems[member],
  });

  const submit = async () => {
    setSending(true);
    setProblems({});
    await onSubmit(typed).catch((error: unknown) => {
      setProblems(problemsOf(error));
    });
    setSending(false);
  };

  return (
    <form
      class={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void submit();
      }}
    >
      <Field label="Your name" maxLength={255} autocomplete="off" {...of('name')} />
      <Field label="E-mail" type="email" name="email" autocomplete="username" maxLength={254} {...of('email')} />
      <Field label="Password" type="password" autocomplete="new-password" hint={PASSWORD_RULE} {...of('password')} />
      <Field label="Organization" maxLength={LONGEST_NAME} autocomplete="off" {...of('organizationName')} />
      <ZoneField content={typed} onChange={setTyped} errors={problems} />
      {problems.other !== undefined && (
        <p class={form.error} role="alert">
          {problems.other}
        </p>
      )}
      <Button kind="primary" type="submit" aria-disabled={isSending}>
        {isSending ? 'Setting up …' : 'Set up'}
      </Button>
    </form>
  );
}

function problemsOf(error: unknown): Problems {
  if (error instanceof Refusal) {
    const problems: Partial<Record<keyof Typed, string>> = {};
    for (const member of Object.keys(WORDS) as (keyof Typed)[]) {
      const rule = error.fieldErrors[member]?.[0];
      if (rule !== undefined) problems[member] = `The ${WORDS[member]} ${rule}.`;
    }
    if (Object.keys(problems).length > 0) return problems;
  }
  return { other: sentenceOf(error) };
}
