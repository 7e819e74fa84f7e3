/** Settings of the server for the statements of a connection, by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** The settings as options of a connection: `-c name=value`. */
export const asOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** The settings as statements that apply to the current transaction. */
export const setLocal = (settings: SessionSettings): string =>
  Object.entries(settings)
    // what is the default of a transaction applies to the ones that follow
    .map(([name, value]) => `set local ${name.replace(/^default_transaction_/, 'transaction_')} = '${value}'`)
    .join('; ');
