import { toSnakeCase } from '#kernel/text.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { UncheckedVariables } from '#api/graph.ts';
import type { ReceivedFile } from '#api/types/scalars.ts';
import type { SentForm } from './sent-form.ts';
import { parseOrder, type SortValue } from './sort.ts';

/** Parses a query parameter that is a whole number. Any other value is returned unchanged, so that the graph reports it. */
export const parseInteger = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** Parses a query parameter that is a boolean: `true` and `false` in any case, 1 and 0. Any other value is returned unchanged. */
export const parseBoolean = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^(true|false|[01])$/i.test(value)) return value;
  return value === '1' || value.toLowerCase() === 'true';
};

/** A query parameter that may be repeated, as a list; undefined without the parameter. */
export const parseList = (value: string | readonly string[] | undefined): readonly string[] | undefined =>
  value === undefined ? undefined : [value].flat();

/** Parses a query parameter with names separated by commas. Any other value is returned unchanged, so that the graph reports it. */
export const parseNames = (value: unknown): unknown => (typeof value === 'string' ? namesIn(value) : value);

/** The names in a text, separated by commas. */
const namesIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Parses a query parameter with several values, which is repeated or separates them by commas (docs/contract/administration.md 1). */
const parseValues = (value: string | readonly string[] | undefined): readonly string[] =>
  [value ?? []].flat().flatMap(namesIn);

/** The wire names of values of enums that are not the graph's: the lists that are sorted by a direction alone are sorted by creation. */
const wireValues: Readonly<Record<string, string>> = Object.freeze({
  ASC: 'created_at',
  DESC: '-created_at',
  administer: 'edit_domain',
});

/** The wire name of a value of an enum: `DESC` → `-created_at`. */
export const wireValue = (name: string): string => wireValues[name] ?? name;

/**
 * Creates the parser of an enum with these values: `-created_at` → `DESC`. A name of the graph that is not valid in a request becomes a text
 * that the graph refuses. Any other value is returned unchanged, so that the graph reports it.
 */
export const enumParser =
  (names: readonly string[]) =>
  (value: unknown): unknown =>
    typeof value === 'string'
      ? (names.find((name) => wireValue(name) === value) ?? (wireValue(value) === value ? value : `-${value}`))
      : value;

/** An input of the graph with one member for each kind, which REST writes as one object with the kind in `type` (docs/contract/objects.md). */
export interface InputByKind {
  /** The description of the object. */
  readonly description: string;
  /** The enum of the graph whose values are the kinds. */
  readonly kinds: string;
  /** The description of `type`. */
  readonly type: string;
}

/** The inputs of the graph that REST writes as one object, by name. */
export const inputsByKind: Readonly<Record<string, InputByKind>> = Object.freeze({
  DatasourceInput: {
    description: 'Where the bytes of a resource are; `type` determines which other fields are used.',
    kinds: 'DatasourceType',
    type: 'The kind of datasource.',
  },
  ConnectionAuthInput: {
    description: 'How the catalog authenticates at a datasource; `type` determines which other fields are used.',
    kinds: 'ConnectionAuthType',
    type: 'The authentication type.',
  },
});

/** Other wire names that clients use for fields of the graph's inputs (docs/contract/objects.md). */
const otherNames: Readonly<Record<string, string>> = Object.freeze({
  'OAuth2Input.tokenUrl': 'token_endpoint',
  'OidcInput.tokenUrl': 'token_endpoint',
  'OrderFieldsInput.order': 'args',
});

/** Wire names that are not the graph's names in snake case. */
const ownNames: Readonly<Record<string, string>> = Object.freeze({
  canImpersonatePermissions: 'impersonate_permissions',
  hasSelfSuggestions: 'self_suggest',
  isEmptyAccepted: 'accept_empty',
  isRemoteValueOverridden: 'override_remote_value',
  isResultAccepted: 'accept_result',
  isTranslated: 'i18n',
});

const toWireName = (field: string): string => ownNames[field] ?? toSnakeCase(field);

/** The wire names of a field of an input type; the primary one first. */
export const wireNamesOf = (type: string, field: string): readonly string[] =>
  [toWireName(field), otherNames[`${type}.${field}`] ?? []].flat();

/** The wire name of a path, except what the client chose: `defaultSecurity.isDataVisible` → `default_security.is_data_visible`. */
export function wireName(field: string): string {
  if (field === 'first') return 'limit';
  return /^(metadata|params|datasource\.parameters)\./.test(field) ? field : field.split('.').map(toWireName).join('.');
}

/** Where a request carries the value of a variable: parsing and OpenAPI follow from this one declaration. */
export type RequestValue =
  | { readonly source: 'path'; readonly name: string }
  | QueryValue
  | SortValue
  /** Whether the parameter `expand` names a part of the answer. */
  | { readonly source: 'expand'; readonly part: string }
  | BodyValue
  /** The whole body: a map whose names the client chooses. */
  | { readonly source: 'wholeBody' }
  /** The whole body: a record or an array of records. */
  | { readonly source: 'records' }
  /** All properties of the body except the named ones. */
  | { readonly source: 'restOfBody'; readonly except: readonly string[] }
  /** The body, passed as the input field that its `type` names, if `types` contains this type. */
  | { readonly source: 'bodyByType'; readonly types: readonly string[] }
  /** The part `file` of a multipart body. */
  | { readonly source: 'file' }
  /** The part `file` of a multipart body, whose other parts are the properties of the body. The body may be JSON instead, without a file. */
  | { readonly source: 'upload' }
  | { readonly source: 'form'; readonly pick: (form: SentForm) => unknown }
  /** The revision that `If-Match` names. */
  | { readonly source: 'revision' }
  | { readonly source: 'constant'; readonly value: Json };

/** A parameter of the query string. */
interface QueryValue {
  readonly source: 'query';
  readonly name: string;
  /** Parses the text. A text that it cannot parse is returned unchanged, and the graph refuses it. */
  readonly parse?: (value: string | readonly string[] | undefined) => unknown;
  /** The value that the operation receives when the request omits the parameter. */
  readonly default?: Json;
  readonly isRequired?: boolean;
  /** Whether a request may repeat the parameter. */
  readonly isList?: boolean;
}

/** A property of a JSON body. */
interface BodyValue {
  readonly source: 'body';
  readonly name: string;
  /** The value that the operation receives when the body omits the property: a replacing PUT passes null, which clears it. */
  readonly default?: null;
  /** Whether REST requires the property although the graph does not. */
  readonly isRequired?: boolean;
  /** Another form of the value that clients send. */
  readonly form?: BodyValueForm;
}

/** A form of a value in which clients send it: its conversion, and how it differs from the list that the graph takes. */
interface BodyValueForm {
  readonly parse: (value: unknown) => unknown;
  readonly differs: 'oneItem' | 'textsToo';
}

/** A parameter of the path. */
export const fromPath = (name: string): RequestValue => ({ source: 'path', name });
/** A parameter of the query string. */
export const fromQuery = (name: string, options: Omit<QueryValue, 'source' | 'name'> = {}): RequestValue => ({
  source: 'query',
  name,
  ...options,
});
/** A parameter of the query string with several values, which is repeated or separates them by commas. */
export const fromQueryList = (name: string): RequestValue => fromQuery(name, { parse: parseValues, isList: true });
/** The order of a list that `sort` names: the fields of the graph by their names, of which a request may name one, or several. */
export const fromSort = (
  fields: Readonly<Record<string, string>>,
  { default: byDefault, isList = false }: { readonly default?: string; readonly isList?: boolean } = {},
): RequestValue => ({ source: 'sort', name: 'sort', fields, default: byDefault, isList });
/** Whether `expand` names this part of the answer. */
export const fromExpand = (part: string): RequestValue => ({ source: 'expand', part });
/** A property of a JSON body. */
export const fromBody = (name: string, form?: BodyValueForm): RequestValue => ({
  source: 'body',
  name,
  ...(form && { form }),
});
/** A property that a JSON body must have although the graph does not require it: the operation has `@requires`. */
export const fromRequiredBody = (name: string): RequestValue => ({ source: 'body', name, isRequired: true });
/** A property of a body that replaces the stored object: an omitted property is cleared. */
export const fromReplacingBody = (name: string): RequestValue => ({ source: 'body', name, default: null });
/** The whole body, a map whose names the client chooses. */
export const wholeBody: RequestValue = Object.freeze({ source: 'wholeBody' });
/** The whole body, a record or an array of records. */
export const recordsInBody: RequestValue = Object.freeze({ source: 'records' });
/** All properties of the body except the named ones. */
export const restOfBody = (...except: readonly string[]): RequestValue => ({ source: 'restOfBody', except });
/** The body, as the input field that its `type` names. */
export const bodyByType = (...types: readonly string[]): RequestValue => ({ source: 'bodyByType', types });
/** The part `file` of a multipart body. */
export const fileInBody: RequestValue = Object.freeze({ source: 'file' });
/** The part `file` of a multipart body with other properties, which may be JSON without a file instead. */
export const fileBesideBody: RequestValue = Object.freeze({ source: 'upload' });
/** A value that is picked from a multipart form. */
export const fromForm = (pick: (form: SentForm) => unknown): RequestValue => ({ source: 'form', pick });
/** The revision that `If-Match` names. */
export const expectedRevision: RequestValue = Object.freeze({ source: 'revision' });
/** A value that is the same for every request. */
export const constant = (value: Json): RequestValue => ({ source: 'constant', value });

/** The variables of every list, with the contract's defaults. */
export const pageVariables = Object.freeze({
  limit: fromQuery('limit', { parse: parseInteger, default: 20 }),
  offset: fromQuery('offset', { parse: parseInteger, default: 0 }),
});

/** Where each variable of an operation comes from. A variable or an input field that the operation does not have is a type error. */
export type VariableSources<Variables> = {
  readonly [Name in keyof Variables]: SourcesOf<UncheckedVariables<Variables>[Name]>;
};
type SourcesOf<Given> = unknown extends Given ? RequestValue : { readonly [Name in keyof Given]: RequestValue };

/** The declaration of a route as a map: by variable, a value or the values of the input's fields. */
export type RequestMapping = ReadonlyMap<string, RequestValue | ReadonlyMap<string, RequestValue>>;

/** Creates the mapping of a route from its declaration. */
export const mappingOf = <Variables>(sources: VariableSources<Variables>): RequestMapping =>
  new Map(
    Object.entries(sources).map(([name, source]: [string, unknown]) => [
      name,
      isRequestValue(source) ? source : new Map(Object.entries(source ?? {}).filter(isNamedValue)),
    ]),
  );

/** Whether a source is a value itself, not the fields of an input. */
export const isRequestValue = (value: unknown): value is RequestValue =>
  typeof value === 'object' && value !== null && 'source' in value;
const isNamedValue = (entry: [string, unknown]): entry is [string, RequestValue] => isRequestValue(entry[1]);

/** All values of a mapping, each under the name of the variable or of the input field that receives it. */
const valuesIn = (mapping: RequestMapping): readonly (readonly [string, RequestValue])[] =>
  [...mapping].flatMap(([name, source]) => (isRequestValue(source) ? [[name, source] as const] : [...source]));

/** The identifiers in the path, by the names of the input's fields. */
export const pathIdentifiers = (
  mapping: RequestMapping,
  { path }: RestInput,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    valuesIn(mapping).flatMap(([field, value]) => (value.source === 'path' ? [[field, path[value.name]]] : [])),
  );

/** Reads the variables of an operation from a request. */
export const readVariables = <Variables>(mapping: RequestMapping, input: RestInput): UncheckedVariables<Variables> =>
  // The cast is safe, because the mapping was created from the sources of these variables.
  Object.fromEntries(
    [...mapping].map(([name, source]) => [
      name,
      isRequestValue(source)
        ? readValue(source, input)
        : Object.fromEntries([...source].map(([field, value]) => [field, readValue(value, input)])),
    ]),
  ) as UncheckedVariables<Variables>;

/** Reads one value of a request; undefined where the request does not have it. */
function readValue(value: RequestValue, { path, query, body, file, form, expectedRevision }: RestInput): unknown {
  switch (value.source) {
    case 'path':
      return path[value.name];
    case 'query': {
      const text = query[value.name];
      return text === undefined ? value.default : (value.parse?.(text) ?? text);
    }
    case 'sort':
      return parseOrder(value, query['sort']);
    case 'expand':
      return [query['expand'] ?? []].flat().some((parameter) => parameter.split(',').includes(value.part));
    case 'body':
      return readBody(value, body[value.name]);
    case 'wholeBody':
      return body;
    case 'records':
      return body['records'];
    case 'restOfBody':
      return Object.fromEntries(Object.entries(body).filter(([name]) => !value.except.includes(name)));
    case 'bodyByType': {
      const { type } = body;
      return typeof type === 'string' && value.types.includes(type) ? { [type]: body } : {};
    }
    case 'file':
    case 'upload':
      return file;
    case 'form':
      return value.pick(form);
    case 'revision':
      return expectedRevision;
    case 'constant':
      return value.value;
  }
}

const readBody = ({ form, default: fallback }: BodyValue, value: unknown): unknown => {
  const parsed = value !== undefined && form ? form.parse(value) : value;
  return fallback === undefined ? parsed : (parsed ?? fallback);
};

/** A REST request. Values are not validated here; the graph validates them. */
export interface RestInput {
  /** The address that the client used, without the query: `https://host/api/…/`, with its slash at the end. */
  readonly url: string;
  /** Whether the server has pages for people at its root. */
  readonly hasPortal: boolean;
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The query string's parameters; a repeated one is a list. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The JSON body; empty when none was sent. */
  readonly body: JsonObject;
  /** The multipart part `file` of an upload. */
  readonly file: ReceivedFile | undefined;
  /** The parts of a multipart form. */
  readonly form: SentForm;
  /** The revision that `If-Match` names; undefined without the header. */
  readonly expectedRevision: number | undefined;
}

/** How a route's body is sent. It follows from where the route's variables come from. */
export type BodyForm =
  /** A JSON object with names of the contract. */
  | { readonly kind: 'object' }
  /** A JSON object whose names the client chooses. The whole object is the value of an input field. */
  | { readonly kind: 'map'; readonly field: string }
  /** A JSON object or an array of objects. The whole body is the value of an input field. */
  | { readonly kind: 'records'; readonly field: string }
  /** A JSON object or an array of objects with names of the contract, each of which is a request of its own. */
  | { readonly kind: 'items' }
  /** A multipart body with the part `file`. */
  | { readonly kind: 'file' }
  /** A multipart body with the part `file` and texts, or a JSON object. */
  | { readonly kind: 'upload' }
  /** A multipart body with the part `data` and files. */
  | { readonly kind: 'form' };

/** The form of the body that a mapping reads. */
export function bodyFormOf(mapping: RequestMapping): BodyForm {
  for (const [field, { source }] of valuesIn(mapping)) {
    if (source === 'wholeBody') return { kind: 'map', field };
    if (source === 'records') return { kind: 'records', field };
    if (source === 'file' || source === 'upload' || source === 'form') return { kind: source };
  }
  return { kind: 'object' };
}

/** The name that a field of the graph has in the request; errors use this name. */
export function requestName(field: string, mapping: RequestMapping, body: BodyForm): string {
  // The name of a block in an error is already its name in the request.
  if (body.kind === 'form') return field;
  if ((body.kind === 'map' || body.kind === 'records') && field.startsWith(`${body.field}.`))
    return field.slice(body.field.length + 1);
  const [name = '', ...below] = field.split('.');
  const value = new Map(valuesIn(mapping)).get(name);
  // The graph nests the settings of a type below the type; the body has them next to `type`.
  if (value?.source === 'bodyByType') return below.length < 2 ? 'type' : wireName(below.slice(1).join('.'));
  // The graph nests what the body has next to its other properties.
  if (value?.source === 'restOfBody' && below.length > 0) return below.join('.');
  const wired = wireName(field);
  if (value?.source !== 'query' && value?.source !== 'body') return wired;
  // All values of a repeated parameter have one name, without an index.
  return value.source === 'query' && value.isList ? value.name : value.name + wired.slice(wireName(name).length);
}
