import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { cache } from '../api/cache.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { signOut, takeToken } from '../api/session.api.js';
import { session, signInOptions } from '../api/session.js';
import { sessionLost } from '../api/transport.js';
import { SignInHere } from '../identity/sign-in-here.js';
import { ROLE_WORDS } from '../organization/members.js';
import { Button, LinkButton } from '../parts/button.js';
import { Gateway } from '../shell/gateway.js';
import { notify } from '../shell/notices.js';
import { accept, readInvitation, type InvitationOfToken } from './acceptance.js';
import { NewAccountForm } from './new-account-form.js';
import form from '../parts/form.module.css';

/** An invitation or a join link: says who invites to what, and asks before the user joins. */
export function InvitationScreen() {
  const [token] = useState(takeToken);
  const [invitation, setInvitation] = useState<InvitationOfToken>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (token !== '') readInvitation(token).then(setInvitation, setFailure);
  }, []);
  if (token === '' || failure !== undefined) return <BrokenInvitation failure={failure} />;
  if (!invitation) {
    return (
      <Gateway title="Invitation">
        <p role="status">Reading the invitation …</p>
      </Gateway>
    );
  }
  return <Invited token={token} invitation={invitation} onFailure={setFailure} />;
}

const isGone = (error: unknown): boolean => error instanceof Refusal && error.code === 'NOT_FOUND';

function BrokenInvitation({ failure }: { readonly failure: unknown }) {
  return (
    <Gateway title="This invitation does not work">
      <p role="alert">
        {failure === undefined || isGone(failure)
          ? 'The link is not complete, or the invitation was used, revoked or has expired. Open the link again, or ask whoever invited you for a new one.'
          : sentenceOf(failure)}
      </p>
      <LinkButton href={session.value ? '/' : '/sign-in'}>{session.value ? 'Go to My Work' : 'Sign in'}</LinkButton>
    </Gateway>
  );
}

interface InvitedProps {
  readonly token: string;
  readonly invitation: InvitationOfToken;
  /** The invitation has ended meanwhile. */
  readonly onFailure: (error: unknown) => void;
}

function Invited({ token, invitation, onFailure }: InvitedProps) {
  const { route } = useLocation();
  const { organization, inviterName, role, email, hasAccount } = invitation;
  /** The address that a mail went to, to be proven. */
  const [mailedTo, setMailedTo] = useState<string>();
  /** True: the visitor has an account, and signs in. */
  const [signsIn, setSignsIn] = useState(hasAccount || !signInOptions.value.password);
  const user = session.value?.user;

  const join = async (more: { email?: string; name?: string; password?: string; withAnotherAddress?: boolean }) => {
    const { outcome } = await accept({ token, ...more }).catch((error: unknown) => {
      if (isGone(error)) onFailure(error);
      throw error;
    });
    if (outcome === 'mailed') {
      setMailedTo(user?.email ?? more.email ?? email ?? '');
      return;
    }
    notify(`You are a member of ${organization.name} now.`);
    route(`/o/${organization.slug}`, true);
  };

  if (mailedTo !== undefined) {
    return (
      <Gateway title="Check your mail" asks>
        <p>
          A mail went to <strong>{mailedTo}</strong>. Its link proves the address, and lets you join {organization.name}
          .
        </p>
      </Gateway>
    );
  }
  return (
    <Gateway title={`Join ${organization.name}?`} asks>
      <p>
        <strong>{inviterName}</strong> invites {email === null || user?.email === email ? 'you' : <b>{email}</b>} to{' '}
        {organization.name} as {ROLE_WORDS[role].name}.
      </p>
      {user ? (
        <WithSession
          user={user}
          invitation={invitation}
          onJoin={join}
          onOther={() => {
            setSignsIn(hasAccount);
          }}
        />
      ) : signsIn ? (
        <>
          <p>Sign in, and join then.</p>
          <SignInHere
            {...(email !== null && { email })}
            onSignedIn={(fresh) => {
              sessionLost.value = false;
              cache.clear();
              session.value = fresh;
            }}
          />
          {!hasAccount && signInOptions.value.password && (
            <Button
              kind="plain"
              onClick={() => {
                setSignsIn(false);
              }}
            >
              I have no account yet
            </Button>
          )}
        </>
      ) : (
        <>
          <NewAccountForm
            invitation={invitation}
            onSubmit={join}
            onExisting={() => {
              // A visitor had no session to lose.
              sessionLost.value = false;
              setSignsIn(true);
            }}
          />
          {email === null && (
            <Button
              kind="plain"
              onClick={() => {
                setSignsIn(true);
              }}
            >
              I have an account
            </Button>
          )}
        </>
      )}
    </Gateway>
  );
}

interface WithSessionProps {
  readonly user: { readonly name: string; readonly email: string };
  readonly invitation: InvitationOfToken;
  readonly onJoin: (more: { withAnotherAddress?: boolean }) => Promise<void>;
  /** Called when the user has signed out, to go on with the address of the invitation. */
  readonly onOther: () => void;
}

/** Joins with the account of the session; asks first when the invitation is for another address. */
function WithSession({ user, invitation: { organization, email }, onJoin, onOther }: WithSessionProps) {
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const isOther = email !== null && email !== user.email;
  const run = (work: () => Promise<void>) => () => {
    if (isSending) return;
    setSending(true);
    setError(undefined);
    work()
      .catch(setError)
      .finally(() => {
        setSending(false);
      });
  };
  const change = async () => {
    await signOut();
    session.value = null;
    cache.clear();
    onOther();
  };
  return (
    <>
      <p>
        You are signed in as <strong>{user.name}</strong> ({user.email}).
        {isOther && ` The invitation is for another address. Join only if ${user.email} is the account you want there.`}
      </p>
      {error !== undefined && (
        <p class={form.error} role="alert">
          {problemOf(error)}
        </p>
      )}
      {isOther && (
        <Button kind="primary" aria-disabled={isSending} onClick={run(change)}>
          Sign out and go on as {email}
        </Button>
      )}
      <Button
        kind={isOther ? 'secondary' : 'primary'}
        aria-disabled={isSending}
        onClick={run(() => onJoin(isOther ? { withAnotherAddress: true } : {}))}
      >
        {isSending ? 'Joining …' : isOther ? `Join as ${user.name}` : `Join ${organization.name}`}
      </Button>
      <LinkButton kind="plain" href="/">
        Not now
      </LinkButton>
    </>
  );
}

function problemOf(error: unknown): string {
  const rule = error instanceof Refusal ? error.fieldErrors.email?.[0] : undefined;
  return rule === undefined ? sentenceOf(error) : `Your address ${rule}.`;
}
