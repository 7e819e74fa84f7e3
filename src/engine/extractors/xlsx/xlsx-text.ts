/**
 * Decodes the characters that a workbook writes as `_xHHHH_`, because XML cannot hold them (ST_Xstring, ECMA-376 part 1,
 * 22.9.2.19). A workbook encodes the underscore of a text that only looks like such a character: `_x005F_x000D_` is the
 * text `_x000D_`.
 */
export const decodeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;
