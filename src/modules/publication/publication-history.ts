import type { LockedRun } from './run-attempt.ts';
import type { RunKind } from './publication-run.entity.ts';

/** How a publication ended. */
export type PublicationOutcome = 'done' | 'limit_reached' | 'aborted' | 'failed';

/** A publication that has ended, as the dataset keeps it. */
export type FinishedRun = {
  readonly kind: RunKind;
  readonly outcome: PublicationOutcome;
  readonly requestedBy: string | null;
  readonly isScheduled: boolean;
  /** As ISO 8601. */
  readonly requestedAt: string;
  readonly endedAt: string;
  /** A message for people, cut after 300 characters. */
  readonly message: string | null;
  /** The number of records written; null for a run that writes none. */
  readonly rowsWritten: number | null;
  readonly recordErrors: number;
};

/** The number of publications that a dataset keeps. */
export const maxHistory = 20;
/** The maximum length of a message in the history. */
const maxMessage = 300;

/** Adds a run that ends to the history of its dataset, whose state and message are those of the end. */
export function rememberRun({ dataset, run }: LockedRun, outcome: PublicationOutcome): void {
  const { rows_written: written, record_errors: recordErrors = 0 } = run.progress?.params ?? {};
  const message = dataset.statusMessage ?? null;
  const finished: FinishedRun = {
    kind: run.kind,
    outcome,
    requestedBy: run.requestedBy ?? null,
    isScheduled: run.configuration.isScheduled === true,
    requestedAt: run.requestedAt.toISOString(),
    endedAt: dataset.statusSince.toISOString(),
    message: message !== null && message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message,
    rowsWritten: run.kind === 'publish' ? (written ?? 0) : null,
    recordErrors,
  };
  dataset.publicationHistory = [finished, ...dataset.publicationHistory].slice(0, maxHistory);
}
