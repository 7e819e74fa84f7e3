import type { ComponentType } from 'preact';
import type { Right } from './admin-context.ts';
import type { AdminMessageName } from './admin-texts.ts';

/** What a screen is shown with. */
export interface ScreenProps {
  /** What follows the name of the screen in the address. */
  readonly path: readonly string[];
  readonly parameters: URLSearchParams;
}

/** A screen of those who run the catalog. */
export interface Screen {
  readonly title: AdminMessageName;
  readonly Body: ComponentType<ScreenProps>;
  /** With rights, only those with one of them are shown the screen. */
  readonly rights?: readonly Right[];
}
