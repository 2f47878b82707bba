import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { membershipIn } from '../api/session.js';
import { Empty } from '../parts/empty.js';
import { Field } from '../parts/field.js';
import { More } from '../parts/more.js';
import { Card } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Crumbs } from '../shell/crumbs.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { PeopleList } from './people-list.js';
import { usePeoplePages } from './people.js';
import styles from './people.module.css';

/** The people of an Organization. */
export function DirectoryScreen() {
  const { params } = useRoute();
  const organization = membershipIn(params.org ?? '');
  if (!organization || organization.suspended) return <NotFound />;
  return (
    <Page title="People" above={<Crumbs crumbs={[{ name: organization.name, href: `/o/${organization.slug}` }]} />}>
      <Directory key={organization.slug} organization={organization.slug} />
    </Page>
  );
}

/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 200;
const LONGEST_TEXT = 200;

function Directory({ organization }: { readonly organization: string }) {
  const { query, path, route } = useLocation();
  const text = (query.q ?? '').trim().slice(0, LONGEST_TEXT);
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return undefined;
    const timer = setTimeout(() => {
      // In the place of the address before: "back" leaves the list, instead of taking back one letter.
      route(wanted === '' ? path : `${path}?q=${encodeURIComponent(wanted)}`, true);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  const { items: people, error, refetch, hasMore, isReadingMore, more, isFormer } = usePeoplePages(organization, text);
  return (
    <>
      <div class={styles.search} role="search">
        <Field
          label="Find by name or username"
          value={typed}
          onText={setTyped}
          maxLength={LONGEST_TEXT}
          autocomplete="off"
        />
      </div>
      {error && !people ? (
        <Refused error={error} onRetry={refetch} />
      ) : (
        <Card>
          {!people && <Skeleton label="Loading the people" lines={8} />}
          {people?.length === 0 && <Empty icon="users" text={`Nobody here is called “${text}”.`} />}
          {people && people.length > 0 && (
            <div aria-busy={isFormer}>
              <PeopleList organization={organization} people={people} />
            </div>
          )}
          {hasMore && <More isLoading={isReadingMore} onMore={more} />}
        </Card>
      )}
    </>
  );
}
