import { Extensions } from 'type-graphql';

/**
 * Marks a field that only the documents of the REST API use. It is in the schema that these documents run against, and not in that of clients,
 * which also lacks the types that nothing else leads to.
 */
export const ForRest = () => Extensions({ isForRest: true });

/** Whether the extensions of an element have the mark. */
export const isForRest = (extensions: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extensions?.['isForRest'] === true;
