import { isInterfaceType, isObjectType, Kind, parse, print, printSchema } from 'graphql';
import type { ConstDirectiveNode, GraphQLSchema } from 'graphql';

/** Prints a schema as SDL, with the directives of its types and fields, which `printSchema` leaves out. */
export function printSdl(schema: GraphQLSchema): string {
  const sdl = printSchema(schema);
  let printed = '';
  let end = 0;
  const insert = (directives: readonly ConstDirectiveNode[] | undefined, at: number | undefined): void => {
    if (!directives || at === undefined) return;
    printed += sdl.slice(end, at) + directives.map((directive) => ` ${print(directive)}`).join('');
    end = at;
  };
  for (const node of parse(sdl).definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    const type = schema.getType(node.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    insert(type.astNode?.directives, (node.interfaces?.at(-1) ?? node.name).loc?.end);
    for (const field of node.fields ?? [])
      insert(type.getFields()[field.name.value]?.astNode?.directives, field.type.loc?.end);
  }
  return printed + sdl.slice(end);
}
