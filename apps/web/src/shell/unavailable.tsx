import { Button } from '../parts/button.js';
import { Gateway } from './gateway.js';
import styles from './refused.module.css';

/** In the place of the application when the server could not read the session, for example without its database. */
export const Unavailable = ({ requestId }: { readonly requestId: string }) => (
  <Gateway title="Worktrack is not available">
    <p>The server cannot answer at the moment. Nothing that you saved is lost.</p>
    <p class={styles.id}>Request {requestId}</p>
    <Button
      kind="primary"
      onClick={() => {
        location.reload();
      }}
    >
      Try again
    </Button>
  </Gateway>
);
