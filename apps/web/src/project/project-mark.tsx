import styles from './project-mark.module.css';

/** The colour of a Project. It is decoration: the name stands next to it. */
export const ProjectMark = ({ color }: { readonly color: string }) => (
  <span class={styles.mark} aria-hidden="true" style={{ backgroundColor: color }} />
);
