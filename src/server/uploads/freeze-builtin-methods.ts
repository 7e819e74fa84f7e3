/**
 * Freezes the methods that every JSON value inherits. The library resolves the paths of a multipart `map` through inherited properties
 * as well, so `variables.toString.call` would otherwise replace a function of the whole process by a file.
 */
export function freezeBuiltinMethods(): void {
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean]) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name !== 'constructor' && typeof value === 'function') Object.freeze(value);
    }
  }
}
