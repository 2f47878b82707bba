import { QueryClientProvider } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { cache } from '../api/cache.js';
import { isOfEarlierRelease } from '../api/release.js';
import { membershipIn, session } from '../api/session.js';
import { undelivered } from '../api/undelivered.js';
import { OWN_ADDRESSES } from '../parts/own-addresses.js';
import type { Contents } from './contents.js';
import { Frame } from './frame.js';
import { Notices } from './notices.js';
import { Boundary, NotFound } from './refused.js';

interface AppProps {
  readonly contents: Contents;
}

export const App = ({ contents }: AppProps) => (
  <QueryClientProvider client={cache}>
    <LocationProvider scope={OWN_ADDRESSES}>
      <CurrentScreen contents={contents} />
      <Notices />
    </LocationProvider>
  </QueryClientProvider>
);

/** Shows the sign-in in the place of any screen while nobody is signed in: the address stays. */
function CurrentScreen({ contents }: AppProps) {
  const { path } = useLocation();
  const { screens, signIn: SignIn } = contents;
  useServerForUnknown(path);
  const shownPath = useRef(path);
  if (path !== shownPath.current && isOfEarlierRelease() && undelivered.peek() === 0) {
    // The new address is loaded from the new release. Drafts are kept in the browser.
    location.reload();
    return null;
  }
  shownPath.current = path;
  const shown = (
    <Boundary path={path}>
      <Router>
        {screens.map(({ path: pattern, screen }) => (
          <Route key={pattern} path={pattern} component={screen} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </Boundary>
  );
  if (screens.some((screen) => screen.isPublic && screen.path === path)) return shown;
  if (!session.value) return <SignIn />;
  if (path === '/sign-in') return <Home />;
  return <Frame contents={contents}>{shown}</Frame>;
}

/**
 * Asks the server for the address of an Organization that this page does not know: the server leads on from a slug that it had before, and knows
 * Organizations that the user has joined meanwhile.
 */
function useServerForUnknown(path: string): void {
  const [loaded] = useState(path);
  const [, area, slug = ''] = path.split('/');
  const isUnknown = area === 'o' && path !== loaded && session.value !== null && !membershipIn(slug);
  useEffect(() => {
    if (isUnknown) location.reload();
  }, [isUnknown]);
}

function Home() {
  const { route } = useLocation();
  useEffect(() => {
    route('/', true);
  }, []);
  return null;
}
