import { Extensions } from 'type-graphql';

/**
 * Marks a field that only the documents of the REST API use. It is in the schema that these documents run against, and not in that of clients,
 * which also lacks the types that nothing else leads to.
 */
export const ForRest = () => Extensions({ isForRest: true });

/**
 * Marks a field of an input that clients must send. The schema of the REST API's documents leaves it out of what is required, because REST
 * reports a missing property together with all others that break a rule.
 */
export const RequiredOfClients = () => Extensions({ isRequiredOfClients: true });

/** Whether the extensions of a field of an input have the mark. */
export const isRequiredOfClients = (extensions: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extensions?.['isRequiredOfClients'] === true;

/** Whether the extensions of an element have the mark. */
export const isForRest = (extensions: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extensions?.['isForRest'] === true;
