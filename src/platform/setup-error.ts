/** An error that an administrator must fix before the service can start. The message says how. It is shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
