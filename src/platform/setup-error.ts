/** An error that a person must fix before the service can start. The message says how, and is shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
