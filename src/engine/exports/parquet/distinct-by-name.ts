/** Keeps one object for each name: the last one, at the place of the first one, as a JSON object keeps its members. */
export const distinctByName = <T extends { readonly name: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [one.name, one])).values(),
];
