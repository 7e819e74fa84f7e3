import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../messages/language.ts';
import type { AdminMessageName } from './admin-texts.ts';
import type { AdminPageQuery } from './generated/operations.ts';

/** Who runs the catalog, and what they may do in the whole domain. */
export interface Steward extends NonNullable<AdminPageQuery['viewer']> {
  /** The lists in which they have something, by a right to it alone where they have none in the whole domain. */
  readonly ownLists: ReadonlySet<OwnList>;
}

/** A list that has what the caller may change, and is empty for others. */
export type OwnList = Exclude<keyof AdminPageQuery, '__typename' | 'viewer'>;

/** What all screens know. */
export interface Admin {
  readonly steward: Steward;
  readonly texts: Language<AdminMessageName>;
}

/** Provides the screens with what they know. */
export const AdminContext = createContext<Admin | undefined>(undefined);

/** What the screen around a component knows. */
export function useAdmin(): Admin {
  const admin = useContext(AdminContext);
  if (admin === undefined) throw new Error('A component of the screens is outside of them.');
  return admin;
}

/** The right to something in the whole domain. */
export type Right = Steward['permissions'][number];
