import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { faultsOf } from '../parts/query-field/shown-faults.js';
import { Section } from '../parts/section.js';
import { useProjects } from '../project/projects.js';
import { Page } from '../shell/page.js';
import { Keys } from '../shell/shown-keys.js';
import { SEARCH_LANGUAGE } from './language.js';
import { QUESTIONS, withKeys } from './questions.js';
import { diagnosticsOf } from './refused-query.js';
import { readingOf, type Reading, type Way } from './reading.js';
import { ResultView, VIEWS, type View } from './result-view.js';
import { useResults } from './results.js';
import { columnsIn, groupingIn, type TableForm } from '../table/columns.js';
import { orderedBy } from '../table/order.js';
import { parametersOf } from '../table/table-form.js';
import { ViewBar } from '../views/view-bar.js';
import { WorkItemQuery } from './work-item-query.js';
import styles from './search-screen.module.css';

/** The search in an Organization: the query is in the address. */
export function SearchScreen() {
  const { params } = useRoute();
  const organization = params.org ?? '';
  return <Search key={organization} organization={organization} />;
}

function Search({ organization }: { readonly organization: string }) {
  const { path, query: given, route } = useLocation();
  const asked = given.q ?? '';
  const view = VIEWS.find((one) => one === given.view) ?? 'table';
  const form = useMemo(
    () => ({ columns: columnsIn(given.columns), groupBy: groupingIn(given.group) }),
    [given.columns, given.group],
  );
  const chosen = given.as === 'words' ? given.as : undefined;
  const [text, setText] = useState(asked);
  const field = useRef<HTMLTextAreaElement>(null);
  const isAsked = asked.trim() !== '';
  const reading = useMemo(() => readingOf(asked, chosen), [asked, chosen]);
  const typed = useMemo(() => (text === asked ? reading : readingOf(text)), [text, reading]);
  const isValid = isAsked && reading.problem === undefined && faultsOf(reading.query, SEARCH_LANGUAGE).length === 0;
  const results = useResults(organization, isValid ? reading : undefined, view === 'table' ? form.groupBy : null);

  useEffect(() => {
    setText(asked);
  }, [asked]);
  useEffect(() => {
    // Nothing is asked yet: the next thing is to write a query.
    if (asked === '') field.current?.focus();
  }, []);

  const hrefOf = (query: string, shown: View, way?: Way, shownForm: TableForm = form) => {
    const parameters = new URLSearchParams({
      ...(query !== '' && { q: query }),
      ...(way === 'words' && { as: way }),
      ...(shown !== 'table' && { view: shown }),
      ...parametersOf(shownForm),
    });
    return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  };
  const ask = (query: string) => {
    if (query === asked) results.refetch();
    else route(hrefOf(query.trim() === '' ? '' : query, view));
  };
  const content = useMemo(() => ({ query: reading.squeakql, layout: view, ...form }), [reading, view, form]);
  const { error } = results;
  const diagnostics = diagnosticsOf(error);

  return (
    <Page title="Search" wide={isValid}>
      <search class={styles.query} data-searches>
        <div class={styles.line}>
          <WorkItemQuery
            label="Words, a key or a query"
            placeholder="login form, WEB-12, or assignee = me()"
            organization={organization}
            language={SEARCH_LANGUAGE}
            text={text}
            isQuery={text.trim() === '' || typed.way === 'squeakql'}
            refused={diagnostics && { text: asked, diagnostics }}
            fieldRef={field}
            onText={setText}
            onSubmit={ask}
          />
          <Button
            kind="primary"
            onClick={() => {
              ask(text);
            }}
          >
            <Icon name="search" size={14} /> Search
          </Button>
        </div>
        {text.trim() !== '' && (
          <TakenAs text={text} reading={typed} hrefOf={(query, way) => hrefOf(query, view, way)} />
        )}
        <p class={styles.hint}>
          <Keys sequence="Enter" /> searches · <Keys sequence="Mod+Space" /> lists what may follow ·{' '}
          <Keys sequence="Escape" /> leaves the field
        </p>
      </search>
      {isValid && !diagnostics && <ViewBar organization={organization} content={content} />}
      {isValid && !diagnostics && (
        <ResultView
          organization={organization}
          results={results}
          view={view}
          reading={reading}
          text={asked}
          hrefOf={(query, shown) => hrefOf(query, shown, query === asked ? chosen : undefined)}
          form={form}
          onForm={(next) => {
            route(hrefOf(asked, view, chosen, next), true);
          }}
          onSort={(order) => {
            route(hrefOf(orderedBy(reading.squeakql, order), view));
          }}
        />
      )}
      {!isAsked && <Examples organization={organization} hrefOf={(query) => hrefOf(query, view)} />}
    </Page>
  );
}

interface TakenAsProps {
  readonly text: string;
  readonly reading: Reading;
  readonly hrefOf: (text: string, way?: Way) => string;
}

/** Says how the text is read, and offers the other way. */
function TakenAs({ text, reading: { way, key, squeakql, problem }, hrefOf }: TakenAsProps) {
  if (way === 'squeakql')
    return (
      <p class={styles.taken}>
        Taken as SqueakQL. <a href={hrefOf(text, 'words')}>Search for the words</a>
      </p>
    );
  if (problem !== undefined)
    return (
      <p class={styles.problem} role="alert">
        {problem}
      </p>
    );
  return (
    <p class={styles.taken}>
      {key === undefined
        ? 'Taken as words: all of them are in the title or the description.'
        : `Taken as the key ${key}: that Work Item, then those that mention it.`}{' '}
      <a href={hrefOf(squeakql)}>Search as SqueakQL</a>
    </p>
  );
}

interface ExamplesProps {
  readonly organization: string;
  readonly hrefOf: (query: string) => string;
}

function Examples({ organization, hrefOf }: ExamplesProps) {
  const { data } = useProjects(organization);
  const keys = (data?.items ?? []).map(({ key }) => key);
  return (
    <Section title="Questions to begin with">
      <ul class={styles.questions}>
        {QUESTIONS.map(({ question, query }) => {
          const own = withKeys(query, keys);
          return (
            <li key={question}>
              <a href={hrefOf(own)}>
                <span>{question}</span>
                <code>{own}</code>
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
