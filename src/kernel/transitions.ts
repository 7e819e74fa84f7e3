import { fail } from './fail.ts';
import type { ErrorCode } from './error-codes.ts';

/** A status machine as a table: state → event → next state. */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, NoInfer<State>>>>>
>;

/** A status machine of a transition table. `next` fails with `refusal` for a transition that the table does not have. */
export function transitions<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  refusal: ErrorCode,
) {
  const states = Object.keys(table) as State[];
  const allowing = (event: Event) => states.filter((state) => table[state][event] !== undefined);
  return {
    states,
    /** The states that allow the event. */
    allowing,
    /** The state after the event; an error names the event as `action`. */
    next(state: State, event: Event, action: string = event): State {
      return table[state][event] ?? fail(refusal, { status: state, action, allowed: allowing(event).join(', ') });
    },
  };
}
