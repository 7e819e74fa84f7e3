import { fromPath, pageVariables, type RequestValue } from '#rest/request/request-value.ts';
import type { Method, Route } from '#rest/route.ts';

type RequestValues = Readonly<Record<string, RequestValue>>;

/** Where the rulesets of users or groups are below an object, and what identifies one, in variables and in inputs. */
interface Grantees<Variables, Input> {
  readonly folder: 'users' | 'groups';
  readonly variables: Variables;
  readonly input: Input;
}

/** The rulesets of users. */
export const userGrantees = {
  folder: 'users',
  variables: { username: fromPath('username') },
  input: { username: fromPath('username') },
} as const;

/** The rulesets of groups. */
export const groupGrantees = {
  folder: 'groups',
  variables: { group_uid: fromPath('group_uid') },
  input: { groupUid: fromPath('group_uid') },
} as const;

/** The object whose rulesets they are. */
interface Secured<Variables, Input> {
  /** Its path, and what identifies it as variables of a query and as fields of an input. */
  readonly path: string;
  readonly variables: Variables;
  readonly input: Input;
  /** Reads the object, for a caller who may change its rulesets. */
  readonly target: Route;
}

/**
 * What the routes of the rulesets of users or groups on an object other than a dataset declare, except their operations, further fields and
 * responders (docs/contract/administration.md 3).
 */
export function rulesetsOf<
  OfVariables extends RequestValues,
  OfInput extends RequestValues,
  Variables extends RequestValues,
  Input extends RequestValues,
>({ path, variables, input, target }: Secured<OfVariables, OfInput>, grantees: Grantees<Variables, Input>) {
  const folder = `${path}security/${grantees.folder}/`;
  const rulesetPath = Object.keys(grantees.variables).reduce((above, name) => `${above}{${name}}/`, folder);
  const changed = { ...input, ...grantees.input };
  return {
    /** The fields of every input that adds a ruleset, and of every input that changes one. */
    added: input,
    changed,
    list: { method: 'GET', path: folder, needs: { target }, variables: { ...variables, ...pageVariables } },
    create: { method: 'POST', path: folder, needs: { target } },
    retrieve: {
      method: 'GET',
      path: rulesetPath,
      needs: { target },
      variables: { ...variables, ...grantees.variables },
    },
    /** Changes the ruleset that `ruleset` reads. */
    change: (method: Method, ruleset: Route) => ({
      method,
      path: rulesetPath,
      needs: { target: ruleset },
      variables: { input: changed },
    }),
  } as const;
}
