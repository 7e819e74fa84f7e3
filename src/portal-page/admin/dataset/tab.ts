import type { OneDatasetFragment } from '../generated/operations.ts';

/** What a tab is shown with. */
export interface TabProps {
  readonly dataset: OneDatasetFragment;
  readonly parameters: URLSearchParams;
}
