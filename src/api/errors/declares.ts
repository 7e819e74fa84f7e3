import type { GraphQLFieldExtensions, GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { ErrorCode } from '#kernel/error-codes.ts';
import { domainPermissions } from '../session.ts';

/** The codes that every mutation may answer. The description of the type Mutation lists them, so no mutation declares them. */
export const commonCodes = [
  'UNAUTHORIZED',
  'PERMISSION_DENIED',
  'READ_ONLY_KEY',
  'LIMITED_KEY',
  'INVALID_INPUT',
  'RATE_LIMIT_EXCEEDED',
  'OVERLOADED',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_ANSWER_LOST',
  'TOO_MANY_IDEMPOTENCY_KEYS',
  'TIMED_OUT',
  'UNAVAILABLE',
  'RECORDS_MOVING',
  'STORAGE_UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[];

/** What a mutation declares. */
interface MutationDeclaration {
  /** The right, such as `edit_form, or to have created the form`; null where everyone may call the mutation. */
  readonly needs: string | null;
  /** The codes it fails with, apart from the common ones. A test that meets another code fails (test/support/worker/mutation-codes.ts). */
  readonly fails: readonly Exclude<ErrorCode, (typeof commonCodes)[number]>[];
}

/** Declares the right that a mutation needs and the codes it fails with, which its printed description ends with. */
export const Declares = ({ needs, fails }: MutationDeclaration) => Extensions({ needs, fails: fails.toSorted() });

/** What the extensions of a mutation declare; undefined where they declare nothing. */
export function declarationOf({
  needs,
  fails,
}: Readonly<GraphQLFieldExtensions<unknown, unknown>>):
  { readonly needs: string | null; readonly fails: readonly string[] } | undefined {
  if ((needs !== null && typeof needs !== 'string') || !Array.isArray(fails)) return undefined;
  return { needs, fails: fails.map(String) };
}

/** Ends the description of each mutation with what it declares. */
export function describeMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const declared = declarationOf(field.extensions);
    if (!declared) continue;
    const { needs, fails } = declared;
    const right = needs === null ? 'Needs no right.' : `Needs ${needs.replace(permissionNames, '`$&`')}.`;
    const codes = fails.length === 0 ? [] : [`Fails with ${fails.join(', ')}.`];
    field.description = [field.description, right, ...codes].join(' ');
  }
  return schema;
}

const permissionNames = new RegExp(`\\b(?:${domainPermissions.join('|')})\\b`, 'g');
