/** The service cannot start until a person changes something. The message says what, and is shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
