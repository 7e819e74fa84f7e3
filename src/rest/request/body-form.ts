import { wireName } from '../wire-values.ts';
import { valuesIn, type RequestMapping } from './request-value.ts';

/** How a route's body is sent. It follows from where the route's variables come from. */
export type BodyForm =
  /** A JSON object with names of the contract. */
  | { readonly kind: 'object' }
  /** A JSON object whose names the client chooses. The whole object is the value of an input field. */
  | { readonly kind: 'map'; readonly field: string }
  /** A JSON object or an array of objects. The whole body is the value of an input field. */
  | { readonly kind: 'records'; readonly field: string }
  /** A multipart body with the part `file`. */
  | { readonly kind: 'file' }
  /** A multipart body with the part `data` and files. */
  | { readonly kind: 'form' };

/** The form of the body that a mapping reads. */
export function bodyFormOf(mapping: RequestMapping): BodyForm {
  for (const [field, { source }] of valuesIn(mapping)) {
    if (source === 'wholeBody') return { kind: 'map', field };
    if (source === 'records') return { kind: 'records', field };
    if (source === 'file' || source === 'form') return { kind: source };
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
  // All values of a repeated parameter have one name, without an index.
  return value?.source === 'query' && value.isList ? wireName(name) : wireName(field);
}
