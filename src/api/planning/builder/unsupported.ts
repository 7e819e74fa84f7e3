/** Thrown where a plan cannot express a field; resolvers then answer. The message names the field. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Stops planning because of a field. */
export function unsupported(field: string): never {
  throw new Unsupported(field);
}
