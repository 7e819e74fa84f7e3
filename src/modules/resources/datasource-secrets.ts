import { failFields } from '../../kernel/fail.ts';

/** The secrets of a datasource, kept beside it; what they amount to is told to nobody but the source. */
export type DatasourceSecrets = {
  /** The only origin that is sent them: scheme, host and port; empty where nobody is. */
  readonly origin: string;
  /** By place: `headers.x-api-key`, `connection.headers.authorization`, `connection.auth.password`; of a realtime resource `push_key`. */
  readonly values: { readonly [place: string]: string };
};

/** Whether the value of a header is a secret (objects.md, Datasource). */
export const isSecretHeader = (name: string): boolean => /^(authorization|cookie)$|key|token/i.test(name);

/** Collects the secrets of a datasource that is being accepted, and keeps those that the input leaves out. */
export class SecretCollector {
  readonly #origin: string;
  readonly #kept: DatasourceSecrets['values'];
  readonly #values: Record<string, string> = {};

  /** `stored` are those of the datasource that is replaced; another origin must be told them anew. */
  constructor(origin: string, stored: DatasourceSecrets | null) {
    this.#origin = origin;
    this.#kept = stored?.origin === origin ? stored.values : {};
  }

  /** Takes a secret out of the input, and answers what stands in its place. Fails INVALID_INPUT when it is not known. */
  take(place: string, given: string | null | undefined, field: string): null {
    this.#values[place] = given ?? this.#kept[place] ?? failFields({ [field]: ['This is a secret that is not kept for this host; send it.'] });
    return null;
  }

  /** The secrets; null when there are none. */
  get secrets(): DatasourceSecrets | null {
    return Object.keys(this.#values).length > 0 ? { origin: this.#origin, values: this.#values } : null;
  }
}
