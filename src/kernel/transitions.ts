import { fail } from './fail.ts';
import type { ErrorCode } from './error-codes.ts';

/** A status machine as a table: state → event → next state. */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, NoInfer<State>>>>>
>;

/** Reads a table of transitions; `next` fails with `refusal` where the table has no entry. */
export function transitions<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  refusal: ErrorCode,
) {
  const states = Object.keys(table) as State[];
  const allowing = (event: Event) => states.filter((state) => table[state][event] !== undefined);
  return {
    states,
    /** The states in which the event may happen. */
    allowing,
    /** The state after the event; a refusal speaks of it as the action that people ask for. */
    next(state: State, event: Event, action: string = event): State {
      return table[state][event] ?? fail(refusal, { status: state, action, allowed: allowing(event).join(', ') });
    },
  };
}
