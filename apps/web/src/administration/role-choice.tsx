import type { Role } from '@worktrack/domain';
import { ROLE_WORDS } from '../organization/members.js';
import styles from './role-choice.module.css';

interface RoleChoiceProps {
  readonly label: string;
  /** The name of the group of radio buttons, unique on the page. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly chosen: Role;
  readonly autofocus?: boolean;
  readonly onChoose: (role: Role) => void;
}

/** Chooses a role; each says in one line what it can do. */
export const RoleChoice = ({ label, name, roles, chosen, autofocus = false, onChoose }: RoleChoiceProps) => (
  <fieldset class={styles.roles}>
    <legend>{label}</legend>
    {roles.map((role) => (
      <label key={role} class={styles.role}>
        <input
          type="radio"
          name={name}
          checked={role === chosen}
          autofocus={autofocus && role === chosen}
          aria-describedby={`${name}-${role}`}
          aria-label={ROLE_WORDS[role].name}
          onChange={() => {
            onChoose(role);
          }}
        />
        <span>
          <strong>{ROLE_WORDS[role].name}</strong>
          <small id={`${name}-${role}`}>{ROLE_WORDS[role].can}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
