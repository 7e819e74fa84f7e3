/**
 * Makes names unique, ignoring case, after `fit` has made them valid in a format. A name that is taken gets a number, for which its
 * end makes room: `fit` is given the name and the number's text.
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
