import type { EditedFormFragment } from '../generated/operations.ts';

/** What a tab of a form that may be edited is shown with. */
export interface FormTabProps {
  readonly form: EditedFormFragment;
  readonly isPlaceSearchEnabled: boolean;
  readonly refresh: () => void;
}
