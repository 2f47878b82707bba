import { Component, type ComponentChildren } from 'preact';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { Button, LinkButton } from '../parts/button.js';
import { Page } from './page.js';
import styles from './refused.module.css';

/** A screen that does not exist, or that the user is not allowed to see: the two look the same. */
export const NotFound = () => (
  <Page title="Not found">
    <div class={styles.refused}>
      <p>This page does not exist, or you may not see it.</p>
      <LinkButton href="/">Go to My Work</LinkButton>
    </div>
  </Page>
);

interface RefusedProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** A part of a screen that could not be loaded. */
export const Refused = ({ error, onRetry }: RefusedProps) => (
  <div class={styles.refused} role="alert">
    <p>{sentenceOf(error)}</p>
    {error instanceof Refusal && error.status >= 500 && <p class={styles.id}>Request {error.requestId}</p>}
    {onRetry && <Button onClick={onRetry}>Try again</Button>}
  </div>
);

interface BoundaryProps {
  readonly children: ComponentChildren;
  /** Another address is another attempt. */
  readonly path: string;
}

interface BoundaryState {
  readonly fault?: unknown;
}

/** Keeps a fault of one screen away from the rest of the application. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static override getDerivedStateFromError(fault: unknown): BoundaryState {
    return { fault };
  }

  override componentDidCatch(fault: unknown): void {
    console.error(fault);
  }

  override componentDidUpdate({ path }: BoundaryProps): void {
    if (path !== this.props.path && this.state.fault !== undefined) this.setState({ fault: undefined });
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <Page title="This screen failed">
        <div class={styles.refused} role="alert">
          <p>The application made a mistake while it showed this screen. Nothing that you saved is lost.</p>
          <p class={styles.id}>
            {fault instanceof Refusal ? `Request ${fault.requestId}` : fault instanceof Error ? fault.message : null}
          </p>
          <Button
            onClick={() => {
              this.setState({ fault: undefined });
            }}
          >
            Try again
          </Button>
        </div>
      </Page>
    );
  }
}
