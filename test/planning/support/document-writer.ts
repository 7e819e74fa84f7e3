import fc, { type GeneratorValue } from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';

/** A document that was written at random, and its variables. */
export interface WrittenDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type PlainValue = string | number | boolean | readonly string[];
/** The value of an argument, or of a member of one. */
type ArgumentValue = PlainValue | readonly ArgumentValue[] | { readonly [member: string]: ArgumentValue };

/** What a document is made of besides the schema. */
export interface Vocabulary {
  readonly schema: GraphQLSchema;
  readonly rootFields: readonly string[];
  /** Fields, `Type.field`, that are not asked for. */
  readonly left: ReadonlySet<string>;
  /** Values worth asking with, by the argument's name, or by that and the type of its field: `DatasetConnection.after`. */
  readonly values: Readonly<Record<string, readonly PlainValue[]>>;
}

interface Chosen {
  readonly name: string;
  readonly args: string;
}

/** Names that a plan may use for something of its own, that the language uses, or that are long. */
const aliases = [
  'z',
  'n',
  't',
  'a1',
  'a2',
  'page',
  'at',
  'cursor',
  'item0',
  'place',
  'chosen',
  'value',
  'key',
  'uid',
  'p0',
  '__proto__',
  'constructor',
];

/** Names that a database cuts off. */
const longAliases = [`${'l'.repeat(63)}a`, `${'l'.repeat(63)}b`];

const deepest = 5;

/** Writes one document. One response key means one field with one set of arguments for each type, so that selections merge. */
export function writeDocument(g: GeneratorValue, vocabulary: Vocabulary): WrittenDocument {
  return new DocumentWriter(g, vocabulary).write();
}

class DocumentWriter {
  readonly #meant = new Map<string, Chosen>();
  readonly #fragments = new Map<string, { readonly type: string; text: string }>();
  readonly #definitions: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #g: GeneratorValue;
  readonly #vocabulary: Vocabulary;

  constructor(g: GeneratorValue, vocabulary: Vocabulary) {
    this.#g = g;
    this.#vocabulary = vocabulary;
  }

  write(): WrittenDocument {
    const query = this.#vocabulary.schema.getQueryType();
    if (!query) throw new Error('The schema has no query type.');
    const selections = this.#selections(query, 0);
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    const fragments = [...this.#fragments].map(([name, { type, text }]) => ` fragment ${name} on ${type} ${text}`);
    return { query: `query Written${definitions} ${selections}${fragments.join('')}`, variables: this.#variables };
  }

  #among<T>(choices: readonly T[]): T {
    const choice = choices[this.#below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    return choice;
  }

  #below = (end: number): number => this.#g(fc.nat, { max: end - 1 });
  #oneIn = (times: number): boolean => this.#below(times) === times - 1;

  #selections(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#below(depth === 0 ? 3 : 5);
    return `{ ${Array.from({ length: count }, () => this.#selection(type, depth)).join(' ')} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const kind = depth > deepest ? 0 : this.#below(12);
    if (kind === 11) return `... ${this.#condition(type, depth)}`;
    if (kind === 10) return this.#spread(type, depth);
    return this.#field(type, depth);
  }

  /** An inline fragment on the type itself, on one of its interfaces or of its types, or without a condition. */
  #condition(type: GraphQLCompositeType, depth: number): string {
    const others = isObjectType(type)
      ? type.getInterfaces()
      : isInterfaceType(type)
        ? this.#vocabulary.schema.getPossibleTypes(type)
        : [];
    const { on, below } = this.#among([
      { on: '', below: type },
      ...[type, ...others].map((value) => ({ on: `on ${value.name}`, below: value })),
    ]);
    return `${on}${this.#directive()} ${this.#selections(below, depth + 1)}`;
  }

  #spread(type: GraphQLCompositeType, depth: number): string {
    const known = [...this.#fragments]
      .filter(([, fragment]) => fragment.type === type.name && fragment.text !== '')
      .map(([name]) => name);
    if (known.length > 0 && !this.#oneIn(3)) return `...${this.#among(known)}${this.#directive()}`;
    const name = `F${String(this.#fragments.size)}`;
    const fragment = { type: type.name, text: '' };
    this.#fragments.set(name, fragment);
    fragment.text = this.#selections(type, depth + 1);
    return `...${name}${this.#directive()}`;
  }

  #field(type: GraphQLCompositeType, depth: number): string {
    const fields = 'getFields' in type ? this.#fieldsOf(type, depth) : [];
    if (fields.length === 0 || this.#oneIn(15))
      return this.#oneIn(2) ? '__typename' : `typeName: __typename${this.#directive()}`;
    const field = this.#among(fields);
    const key = this.#oneIn(4) ? this.#among(this.#oneIn(600) ? longAliases : aliases) : field.name;
    const meant = this.#meant.get(`${type.name}.${key}`) ?? { name: field.name, args: this.#args(field) };
    this.#meant.set(`${type.name}.${key}`, meant);
    const below = getNamedType(this.#definition(type, meant.name).type);
    const alias = key === meant.name ? '' : `${key}: `;
    return `${alias}${meant.name}${meant.args}${this.#directive()}${isCompositeType(below) ? ` ${this.#selections(below, depth + 1)}` : ''}`;
  }

  #definition(type: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> {
    const field = 'getFields' in type ? type.getFields()[name] : undefined;
    if (!field) throw new Error(`${type.name} has no field ${name}.`);
    return field;
  }

  #fieldsOf(
    type: Extract<GraphQLCompositeType, { getFields(): unknown }>,
    depth: number,
  ): GraphQLField<unknown, unknown>[] {
    const { rootFields, left } = this.#vocabulary;
    if (type.name === 'Query') return rootFields.map((name) => this.#definition(type, name));
    return Object.values(type.getFields())
      .filter(({ name }) => !left.has(`${type.name}.${name}`))
      .filter((field) => depth < deepest || isLeafType(getNamedType(field.type)));
  }

  #args(field: GraphQLField<unknown, unknown>): string {
    const names = field.args.map(({ name }) => name);
    // a dataset is named by one of its arguments; the wrong number of them is asked for now and then
    const naming = ['by', 'uid', 'datasetId'];
    const only = naming.every((name) => names.includes(name)) && !this.#oneIn(40) ? this.#among(naming) : undefined;
    // a cursor fits one order, and these cursors the default one
    const left = names.includes('orderBy') && !this.#oneIn(10) ? this.#among([['orderBy'], ['after', 'before']]) : [];
    const given = field.args
      .filter(({ name }) => !left.includes(name))
      .filter(({ name }) => only === undefined || name === only || !naming.includes(name))
      .flatMap((arg) => this.#arg(arg, field, only !== undefined));
    return given.length > 0 ? `(${given.join(', ')})` : '';
  }

  #arg(arg: GraphQLArgument, field: GraphQLField<unknown, unknown>, isNeeded: boolean): string[] {
    const isRequired = isRequiredArgument(arg);
    if (!isRequired && !isNeeded && !this.#oneIn(3)) return [];
    const type = getNullableType(arg.type);
    const value = this.#input(arg.name, type, field);
    return [`${arg.name}: ${this.#oneIn(2) ? written(arg.type, value) : this.#variable(arg, value)}`];
  }

  /** A value of an input type: one member of a one-of input, any of another one, and up to two items of a list of objects. */
  #input(name: string, type: GraphQLInputType, field: GraphQLField<unknown, unknown>): ArgumentValue {
    const nullable = getNullableType(type);
    const item = isListType(nullable) ? getNullableType(nullable.ofType) : undefined;
    if (item && isInputObjectType(item))
      return Array.from({ length: this.#below(3) }, () => this.#input(name, item, field));
    if (item && isEnumType(item)) return [this.#input(name, item, field)];
    if (isEnumType(nullable)) return this.#among(nullable.getValues().map((value) => value.name));
    if (!isInputObjectType(nullable)) return this.#value(name, field);
    const members = Object.values(nullable.getFields());
    const asked = nullable.isOneOf
      ? [this.#among(members)]
      : members.filter((member) => isRequiredInputField(member) || this.#oneIn(4));
    return Object.fromEntries(asked.map((member) => [member.name, this.#input(member.name, member.type, field)]));
  }

  #value(name: string, field: GraphQLField<unknown, unknown>): PlainValue {
    const { values } = this.#vocabulary;
    return this.#among(values[`${getNamedType(field.type).name}.${name}`] ?? values[name] ?? ['none']);
  }

  /** A variable of the argument's type or of the nullable one; with a value, null, or left to its default. */
  #variable(arg: GraphQLArgument, value: ArgumentValue): string {
    const name = `v${String(this.#definitions.length)}`;
    const nullable = String(getNullableType(arg.type));
    const kind = isRequiredArgument(arg)
      ? 'required'
      : this.#oneIn(40)
        ? 'null'
        : this.#among(['given', 'given', 'given', 'default', 'absent'] as const);
    this.#definitions.push(
      `$${name}: ${nullable}${kind === 'required' ? '!' : ''}${kind === 'default' ? ` = ${written(arg.type, value)}` : ''}`,
    );
    if (kind === 'null') this.#variables[name] = null;
    if (kind === 'required' || kind === 'given') this.#variables[name] = value;
    return `$${name}`;
  }

  #directive(): string {
    if (!this.#oneIn(8)) return '';
    const name = this.#among(['skip', 'include']);
    const value = name === 'include' ? !this.#oneIn(4) : this.#oneIn(4);
    if (this.#oneIn(2)) return ` @${name}(if: ${String(value)})`;
    const variable = `v${String(this.#definitions.length)}`;
    const hasDefault = this.#oneIn(2);
    this.#definitions.push(`$${variable}: Boolean!${hasDefault ? ` = ${String(value)}` : ''}`);
    if (!hasDefault) this.#variables[variable] = value;
    return ` @${name}(if: $${variable})`;
  }
}

/** A value of a type as the language writes it. */
function written(type: GraphQLInputType, value: ArgumentValue): string {
  const nullable = getNullableType(type);
  if (isEnumType(nullable) && typeof value === 'string') return value;
  if (isListType(nullable) && Array.isArray(value)) {
    const items: readonly ArgumentValue[] = value;
    return `[${items.map((item) => written(nullable.ofType, item)).join(', ')}]`;
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const members = nullable.getFields();
  return `{ ${Object.entries(value)
    .flatMap(([name, member]) => (members[name] ? `${name}: ${written(members[name].type, member)}` : []))
    .join(', ')} }`;
}
