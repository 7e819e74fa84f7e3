/** That a plan cannot express something; resolvers and loaders then do it. The message names the field. */
export class Unsupported extends Error {
  override readonly name = 'Declined';
}

/** Ends planning because of a field. */
export function unsupported(field: string): never {
  throw new Unsupported(field);
}
