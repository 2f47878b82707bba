import { SPRINT_TRANSITIONS, type SprintState } from '@worktrack/domain';

/** The current state of a Sprint. */
export interface SprintStanding {
  readonly state: SprintState;
  /** True when the Sprint contains live Work Items that are not done, archived or not. */
  readonly hasUnfinished: boolean;
}

/** The `ProjectSprintTransitionList` of contract §5.4. */
export interface SprintTransitionsView {
  readonly currentState: SprintState;
  readonly transitions: readonly {
    readonly targetState: Exclude<SprintState, 'future'>;
    readonly requiresCompletionAction: boolean;
  }[];
}

/** Returns every transition from the current state, and whether it requires a destination for unfinished work. */
export function sprintTransitionsOf({ state, hasUnfinished }: SprintStanding): SprintTransitionsView {
  const targets = SPRINT_TRANSITIONS[state];
  const transitions = targets.map((targetState) => ({
    targetState,
    requiresCompletionAction: targetState === 'done' && hasUnfinished,
  }));
  return { currentState: state, transitions };
}
