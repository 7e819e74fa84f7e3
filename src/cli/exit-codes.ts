/** What the process ends with, for programs that call it. */
export const exitCodes = Object.freeze({
  /** Done; for a plan: nothing would change. */
  ok: 0,
  /** It failed: the address does not answer, a file is invalid, an item was not applied. */
  failed: 1,
  /** For a plan: there are changes. */
  changes: 2,
  /** Refused: the key may not, something moved since the plan, or a question was answered with no. */
  refused: 3,
});

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a message for a person and an exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
