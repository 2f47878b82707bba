import { SPRINT_TRANSITIONS, type SprintState } from '@worktrack/domain';

/** Where a Sprint stands now. */
export interface SprintStanding {
  readonly state: SprintState;
  /** Whether it holds live Work Items that are not done, archived or not. */
  readonly hasUnfinished: boolean;
}

/** contract §5.4 ProjectSprintTransitionList */
export interface SprintTransitionsView {
  readonly currentState: SprintState;
  readonly transitions: readonly {
    readonly targetState: Exclude<SprintState, 'future'>;
    readonly requiresCompletionAction: boolean;
  }[];
}

/** Every edge that leads on from here, and whether it asks where unfinished work shall go. */
export function sprintTransitionsOf({ state, hasUnfinished }: SprintStanding): SprintTransitionsView {
  const targets = SPRINT_TRANSITIONS[state];
  const transitions = targets.map((targetState) => ({
    targetState,
    requiresCompletionAction: targetState === 'done' && hasUnfinished,
  }));
  return { currentState: state, transitions };
}
