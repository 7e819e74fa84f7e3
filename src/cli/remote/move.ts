import type { Counterparts } from './counterparts.ts';
import type { MoveReport } from './move-report.ts';
import type { RemotePortal } from './remote-portal.ts';

/** Where a dataset is read from, and what it is compared with. */
export interface Move {
  readonly remote: RemotePortal;
  readonly counterparts: Counterparts;
  readonly report: MoveReport;
  readonly env: NodeJS.ProcessEnv;
  /** The names that users have here, by those that they have there; for the others they are the same. */
  readonly users: ReadonlyMap<string, string>;
  /** The names that files have for the shared connections that were read, by their uids there. */
  readonly connections: Map<string, string>;
}
