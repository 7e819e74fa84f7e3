import { useAdmin } from '../admin-context.ts';
import { isSame, keyOf, useDraft } from './draft.ts';

/** What a user has entered for a part of a dataset and not saved, and what it means now. */
export interface PartDraft<Value> {
  /** Undefined while nothing was entered. */
  readonly value: Value | undefined;
  /** Whether the part was changed by somebody else since. */
  readonly isConflict: boolean;
  /** Keeps what was entered; undefined discards it. */
  readonly set: (value: Value | undefined) => void;
  /** Keeps what was entered as a change of what is saved now. */
  readonly keep: () => void;
}

/** The unsaved state of a part of a dataset, which this browser keeps. `read` has what was kept, else undefined; `saved` is what it changes. */
export function usePartDraft<Value>(
  uid: string,
  part: string,
  saved: unknown,
  read: (kept: unknown) => Value | undefined,
): PartDraft<Value> {
  const { steward, texts } = useAdmin();
  const [draft, setDraft] = useDraft(steward.username, `${uid}/${part}`, texts.t('leaveAsks'));
  const key = keyOf(part, '');
  const entry = draft.get(key);
  const value = entry && read(entry.value);
  const set = (entered: Value | undefined, base: unknown): void => {
    setDraft(entered === undefined ? new Map() : new Map([[key, { base, value: entered, isOfSource: false }]]));
  };
  return {
    value,
    isConflict: entry !== undefined && saved !== undefined && !isSame(entry.base, saved),
    set: (entered) => set(entered, entry ? entry.base : saved),
    keep: () => set(value, saved),
  };
}
