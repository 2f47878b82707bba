import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Refusal } from '../api/refusal.js';
import { Skeleton } from '../parts/skeleton.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { contentOf, hrefOfContent, useSavedView } from '../views/saved-views.js';
import { SearchScreen } from './search-screen.js';

/** A saved view: the search with its query and layout. Its address says what differs from it. */
export function ViewScreen() {
  const { params } = useRoute();
  const { path, query: given, route } = useLocation();
  const { data: view, error, refetch } = useSavedView(params.org ?? '', params.id ?? '');
  const isOpen = given.q !== undefined;
  useEffect(() => {
    if (view && !isOpen) route(hrefOfContent(path, contentOf(view)), true);
  }, [view, isOpen]);
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  if (view && isOpen) return <SearchScreen />;
  return (
    <Page title={view?.name ?? 'View'}>
      {error ? (
        <Refused error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the view" lines={8} />
      )}
    </Page>
  );
}
