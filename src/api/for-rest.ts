import { Extensions } from 'type-graphql';

/**
 * Marks a field that only the documents of the REST API use. It is in the schema that these documents run against, and not in that of clients,
 * which also lacks the types that nothing else leads to.
 */
export const ForRest = () => Extensions({ isForRest: true });

/** Marks fields that an input inherits, on its class, because an input does not inherit the marks of fields. */
export const InheritsForRest = (...inherited: readonly string[]) => Extensions({ inheritedForRest: inherited });

/** Whether the extensions of an input mark a field that it inherits. */
export const isInheritedForRest = (
  extensions: Readonly<Record<string, unknown>> | null | undefined,
  field: string,
): boolean => {
  const inherited = extensions?.['inheritedForRest'];
  return Array.isArray(inherited) && inherited.includes(field);
};

/**
 * Marks a field of an input that clients must send. The schema of the REST API's documents leaves it out of what is required, because REST
 * reports a missing property together with all others that break a rule.
 */
export const RequiredOfClients = () => Extensions({ isRequiredOfClients: true });

/** An input as clients see it at one place: some fields of another input, described for this place. */
export class NarrowedInput {
  constructor(
    readonly name: string,
    readonly description: string,
    /** The descriptions of the fields, by name. */
    readonly fields: Readonly<Record<string, string>>,
  ) {}
}

/** Marks a field of an input that has fewer fields for clients than for the documents of the REST API, which send one object for all kinds. */
export const NarrowedForClients = (input: NarrowedInput) => Extensions({ narrowedForClients: input });

/** The input that clients see in the place of the type of a field; undefined where they see the type itself. */
export function narrowedForClients(
  extensions: Readonly<Record<string, unknown>> | null | undefined,
): NarrowedInput | undefined {
  const input = extensions?.['narrowedForClients'];
  return input instanceof NarrowedInput ? input : undefined;
}

/** Whether the extensions of a field of an input have the mark. */
export const isRequiredOfClients = (extensions: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extensions?.['isRequiredOfClients'] === true;

/** Whether the extensions of an element have the mark. */
export const isForRest = (extensions: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extensions?.['isForRest'] === true;
