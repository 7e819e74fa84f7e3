/** Takes a slot for someone; returns how to give it back, or undefined where none is free. Giving back twice has no effect. */
export type TakeSlot = (owner: string) => (() => void) | undefined;

/** Creates a number of slots, of which one owner has at most some. */
export function createSlots({ total, perOwner }: { readonly total: number; readonly perOwner: number }): TakeSlot {
  const taken = new Map<string, number>();
  let count = 0;
  return (owner) => {
    const own = taken.get(owner) ?? 0;
    if (count >= total || own >= perOwner) return undefined;
    count += 1;
    taken.set(owner, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      count -= 1;
      const left = (taken.get(owner) ?? 1) - 1;
      if (left === 0) taken.delete(owner);
      else taken.set(owner, left);
    };
  };
}
