/** The last of those with the same name, as in a JSON object, in the order of the first. */
export const distinctByName = <T extends { readonly name: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [one.name, one])).values(),
];
