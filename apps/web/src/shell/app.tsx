import { QueryClientProvider } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router, lazy, useLocation } from 'preact-iso';
import { cache } from '../api/cache.js';
import { session } from '../api/session.js';
import { SignInScreen } from '../identity/sign-in-screen.js';
import { OWN_ADDRESSES } from '../parts/address.js';
import { Frame } from './frame.js';
import { Notices } from './notices.js';
import { Boundary, NotFound } from './refused.js';
import { SCREENS } from './routes.js';

const Welcome = lazy(() => import('../identity/welcome.js').then((file) => file.Welcome));

export const App = () => (
  <QueryClientProvider client={cache}>
    <LocationProvider scope={OWN_ADDRESSES}>
      <CurrentScreen />
      <Notices />
    </LocationProvider>
  </QueryClientProvider>
);

/** Shows the sign-in in the place of any screen while nobody is signed in: the address stays. */
function CurrentScreen() {
  const { path } = useLocation();
  if (path === '/welcome') {
    return (
      <Boundary path={path}>
        <Router>{[<Route key="welcome" path="/welcome" component={Welcome} />]}</Router>
      </Boundary>
    );
  }
  if (!session.value) return <SignInScreen />;
  if (path === '/sign-in') return <Home />;
  return (
    <Frame>
      <Boundary path={path}>
        <Router>
          {SCREENS.map(({ path: pattern, screen }) => (
            <Route key={pattern} path={pattern} component={screen} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </Boundary>
    </Frame>
  );
}

function Home() {
  const { route } = useLocation();
  useEffect(() => {
    route('/', true);
  }, []);
  return null;
}
