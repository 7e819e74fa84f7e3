import { PostgreSqlDriver, PostgreSqlPlatform } from '@mikro-orm/postgresql';

/** The literal of an array, in which PostgreSQL reads each value as it is. */
export const arrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

class Platform extends PostgreSqlPlatform {
  override marshallArray(values: string[]): string {
    return arrayLiteral(values);
  }
}

/**
 * The driver of PostgreSQL, with arrays whose texts stay as they are. That of the package quotes only some texts: `null` becomes a missing value, and
 * spaces at the ends of a text and its line breaks are lost.
 */
export class OrmDriver extends PostgreSqlDriver {
  protected override readonly platform = new Platform();
}
