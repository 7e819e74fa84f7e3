import { fail } from './fail.ts';
import type { ErrorCode } from './error-codes.ts';

/** The transitions of a state machine: state → event → next state. */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, NoInfer<State>>>>>
>;

/** Creates a state machine from its transitions. `next` fails with the code `errorCode` when a state does not allow an event. */
export function createStateMachine<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  errorCode: Extract<ErrorCode, `INVALID_${string}_STATUS`>,
) {
  const states = Object.keys(table) as State[];
  const statesAllowing = (event: Event) => states.filter((state) => table[state][event] !== undefined);
  return {
    states,
    /** The states that allow the event. */
    allowing: statesAllowing,
    /** The state after the event. The error message names the event as `action`. */
    next(state: State, event: Event, action: string = event): State {
      return (
        table[state][event] ?? fail(errorCode, { status: state, action, allowed: statesAllowing(event).join(', ') })
      );
    },
  };
}
