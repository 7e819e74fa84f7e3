/** Whether `If-None-Match` names a tag, so that the client already has the content (RFC 9110, 13.1.2): weak and strong tags are equal here. */
export const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .map((given) => given.trim())
    .some((given) => given === '*' || opaqueOf(given) === opaqueOf(tag)) === true;

/** Whether a `Range` applies: `If-Range` is absent or names the strong tag. A date never does, because files have none (RFC 9110, 13.1.5). */
export const allowsRange = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag;

const opaqueOf = (tag: string): string => tag.replace(/^W\//, '');
