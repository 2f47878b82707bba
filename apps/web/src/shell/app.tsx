import { QueryClientProvider } from '@tanstack/preact-query';
import { useEffect, useMemo } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { cache } from '../api/cache.js';
import { session } from '../api/session.js';
import { OWN_ADDRESSES } from '../parts/address.js';
import { ContentsContext, useContents, type Contents } from './contents.js';
import { Frame } from './frame.js';
import { inOrder } from './in-order.js';
import { Notices } from './notices.js';
import { Boundary, NotFound } from './refused.js';

export const App = ({ contents }: { readonly contents: Contents }) => (
  <QueryClientProvider client={cache}>
    <ContentsContext.Provider value={contents}>
      <LocationProvider scope={OWN_ADDRESSES}>
        <CurrentScreen />
        <Notices />
      </LocationProvider>
    </ContentsContext.Provider>
  </QueryClientProvider>
);

/** Shows the sign-in in the place of any screen while nobody is signed in: the address stays. */
function CurrentScreen() {
  const { path } = useLocation();
  const { screens, signIn: SignIn } = useContents();
  const routes = useMemo(
    () =>
      inOrder(screens).map(({ path: pattern, screen }) => <Route key={pattern} path={pattern} component={screen} />),
    [screens],
  );
  const shown = (
    <Boundary path={path}>
      <Router>
        {routes}
        <Route default component={NotFound} />
      </Router>
    </Boundary>
  );
  if (screens.some((screen) => screen.isPublic && screen.path === path)) return shown;
  if (!session.value) return <SignIn />;
  if (path === '/sign-in') return <Home />;
  return <Frame>{shown}</Frame>;
}

function Home() {
  const { route } = useLocation();
  useEffect(() => {
    route('/', true);
  }, []);
  return null;
}
