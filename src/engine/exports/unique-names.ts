/**
 * Makes names unique, ignoring case, after `fit` has made them valid in a format. A name that is already taken gets a
 * number as its suffix; `fit` receives the name and the suffix, and shortens the name where the suffix needs room.
 */
export function uniqueNames(names: readonly string[], fit: (name: string, suffix: string) => string): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let fitted = fit(name, '');
    for (let number = 2; taken.has(fitted.toLowerCase()); number += 1) fitted = fit(name, `_${String(number)}`);
    taken.add(fitted.toLowerCase());
    return fitted;
  });
}
