/** Takes a slot for an owner. Returns a function that releases the slot, or undefined when no slot is free. Releasing twice has no effect. */
export type TakeSlot = (owner: string) => (() => void) | undefined;

/** Slots, and how many of them are taken. */
export type Slots = TakeSlot & { readonly takenCount: () => number };

/** Creates `total` slots, of which one owner may hold at most `perOwner`. */
export function createSlots({ total, perOwner }: { readonly total: number; readonly perOwner: number }): Slots {
  const taken = new Map<string, number>();
  let count = 0;
  const take: TakeSlot = (owner) => {
    const ownedSlots = taken.get(owner) ?? 0;
    if (count >= total || ownedSlots >= perOwner) return undefined;
    count += 1;
    taken.set(owner, ownedSlots + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      count -= 1;
      const remaining = (taken.get(owner) ?? 1) - 1;
      if (remaining === 0) taken.delete(owner);
      else taken.set(owner, remaining);
    };
  };
  return Object.assign(take, { takenCount: () => count });
}
