/** That a plan cannot express something; resolvers and loaders then do it. The message names the field. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** Ends planning because of a field. */
export function decline(field: string): never {
  throw new Declined(field);
}
