import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../messages/language.ts';
import type { AdminMessageName } from './admin-texts.ts';
import type { AdminPageQuery } from './generated/operations.ts';

/** Who runs the catalog, and what they may do in the whole domain. */
export type Steward = NonNullable<AdminPageQuery['viewer']>;

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
