import type { NamedMigration } from '../platform/database/open-database.ts';
import { Foundation } from './foundation.ts';

/** Every migration in the order of their making; a name, once released, never changes. */
export const migrations: readonly NamedMigration[] = [
  { name: '2026-11-21-foundation', class: Foundation },
];
