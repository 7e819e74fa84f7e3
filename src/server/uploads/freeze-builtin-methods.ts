/**
 * Freezes the methods that every JSON value inherits. The paths of a multipart `map` are followed through inherited
 * properties too, so `variables.toString.call` would otherwise put a file over a function that the whole process uses.
 */
export function freezeBuiltinMethods(): void {
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean]) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name !== 'constructor' && typeof value === 'function') Object.freeze(value);
    }
  }
}
