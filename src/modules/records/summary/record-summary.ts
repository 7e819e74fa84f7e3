/** The texts of a field that has few of them, or the first second of its dates and the first one after them, since 1970 in UTC. */
export type FieldSummary = { readonly texts: readonly string[] } | { readonly from: number; readonly until: number };

/** What the search of the catalog knows of the records in the file of a generation, by the name of the field. It covers hidden fields too. */
export type RecordSummary = Readonly<Record<string, FieldSummary>>;
